import type { MessageObject } from '@parley/contracts/messaging';
import { MenuItem } from 'react-aria-components/Menu';
import { ActionMenu } from '../menus/action-menu.js';
import type { MenuProps } from '../menus/menu-button.js';
import { messageTexts } from '../texts/parts/message-texts.js';
import { usePage } from '../workspace/context.js';
import { copyLinkTo } from '../workspace/copy-link.js';
import { placeOfMessage } from '../workspace/names.js';
import { useWords } from '../workspace/use-words.js';
import type { MessageCommands } from './message-actions.js';
import { toggleStar } from './star.js';

interface MessageMenuProps extends MenuProps {
  readonly message: MessageObject;
  readonly commands: MessageCommands;
}

/** What can be done with a message. The server refuses what the reader may not do, and says why. */
export default function MessageMenu({ message, commands, ...menu }: MessageMenuProps) {
  const page = usePage();
  const { workspace, texts, windows } = page;
  const words = useWords(messageTexts);
  const isMine = message.sender_id === workspace.session.userId;
  const isStarred = message.flags?.includes('starred') ?? false;
  const isChanged = message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined;
  const copy = () => copyLinkTo(page, placeOfMessage(message, workspace.session.userId), message.id);
  const open = (kind: 'react' | 'remove' | 'history' | 'receipts' | 'forward') => () => windows.open({ kind, message });
  const { stream_id: channelId, subject: topic } = message;
  return (
    <ActionMenu {...menu}>
      <MenuItem onAction={() => commands.reply(message)}>{texts.of('reply')}</MenuItem>
      <MenuItem onAction={() => commands.quote(message)}>{words.of('quote')}</MenuItem>
      <MenuItem onAction={open('forward')}>{words.of('forward')}</MenuItem>
      <MenuItem onAction={open('react')}>{texts.of('addReaction')}</MenuItem>
      <MenuItem onAction={() => toggleStar(page, message)}>{texts.of(isStarred ? 'unstar' : 'star')}</MenuItem>
      <MenuItem onAction={copy}>{texts.of('copyLink')}</MenuItem>
      <MenuItem onAction={() => commands.unreadFrom(message)}>{words.of('unreadFrom')}</MenuItem>
      {channelId === undefined ? null : (
        <MenuItem onAction={() => windows.open({ kind: 'move', channelId, topic, message })}>{words.of('move')}</MenuItem>
      )}
      {isChanged ? <MenuItem onAction={open('history')}>{texts.of('editHistory')}</MenuItem> : null}
      <MenuItem onAction={open('receipts')}>{texts.of('readReceipts')}</MenuItem>
      {isMine ? <MenuItem onAction={() => commands.edit(message)}>{texts.of('edit')}</MenuItem> : null}
      {isMine ? <MenuItem onAction={open('remove')}>{texts.of('remove')}</MenuItem> : null}
    </ActionMenu>
  );
}
