import type { MessageObject } from '@parley/contracts/messaging';
import { updateMessageFlags } from '@parley/contracts/messaging';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { pathOf } from '../places/place.js';
import type { PageContext } from '../workspace/context.js';
import { usePage } from '../workspace/context.js';
import { placeOfMessage } from '../workspace/names.js';

export interface MessageCommands {
  readonly reply: (message: MessageObject) => void;
  readonly react: (message: MessageObject) => void;
  readonly edit: (message: MessageObject) => void;
  readonly remove: (message: MessageObject) => void;
  readonly history: (message: MessageObject) => void;
  readonly receipts: (message: MessageObject) => void;
}

/** The menu of a message. */
export function MessageActions({ message, commands }: { readonly message: MessageObject; readonly commands: MessageCommands }) {
  const page = usePage();
  const { workspace, texts, report } = page;
  const isMine = message.sender_id === workspace.session.userId;
  const isStarred = message.flags?.includes('starred') ?? false;
  const isChanged = message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined;
  const copy = () => {
    const path = `${pathOf(placeOfMessage(message, workspace.session.userId))}?near=${message.id}`;
    navigator.clipboard.writeText(`${location.origin}${path}`).catch(report);
  };
  return (
    <MenuTrigger>
      <Button className="icon-button actions-button" aria-label={texts.of('messageActions', { name: message.sender_full_name })}>
        <span aria-hidden="true">⋯</span>
      </Button>
      <Popover placement="bottom end" className="popover">
        <Menu aria-label={texts.of('messageActions', { name: message.sender_full_name })} className="menu">
          <MenuItem onAction={() => commands.reply(message)}>{texts.of('reply')}</MenuItem>
          <MenuItem onAction={() => commands.react(message)}>{texts.of('addReaction')}</MenuItem>
          <MenuItem onAction={() => toggleStar(page, message)}>{texts.of(isStarred ? 'unstar' : 'star')}</MenuItem>
          <MenuItem onAction={copy}>{texts.of('copyLink')}</MenuItem>
          {isChanged ? <MenuItem onAction={() => commands.history(message)}>{texts.of('editHistory')}</MenuItem> : null}
          <MenuItem onAction={() => commands.receipts(message)}>{texts.of('readReceipts')}</MenuItem>
          {isMine ? <MenuItem onAction={() => commands.edit(message)}>{texts.of('edit')}</MenuItem> : null}
          {isMine ? <MenuItem onAction={() => commands.remove(message)}>{texts.of('remove')}</MenuItem> : null}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export function toggleStar({ workspace, report }: PageContext, { id, flags }: MessageObject): void {
  const op = flags?.includes('starred') ? 'remove' : 'add';
  workspace.client.call(updateMessageFlags, { messages: [id], op, flag: 'starred' }).catch(report);
}
