import type { MessageObject } from '@parley/contracts/messaging';
import { lazy } from 'react';
import { loadPart } from '../failure/load-part.js';
import { MenuButton } from '../menus/menu-button.js';
import { usePage } from '../workspace/context.js';

export interface MessageCommands {
  readonly reply: (message: MessageObject) => void;
  readonly quote: (message: MessageObject) => void;
  readonly react: (message: MessageObject) => void;
  readonly edit: (message: MessageObject) => void;
  readonly unreadFrom: (message: MessageObject) => void;
}

// Loaded when it is needed.
const MessageMenu = lazy(loadPart(() => import('./message-menu.js')));

/** The button for the menu of a message. */
export function MessageActions({ message, commands }: { readonly message: MessageObject; readonly commands: MessageCommands }) {
  const { texts } = usePage();
  return (
    <MenuButton
      label={texts.of('messageActions', { name: message.sender_full_name })}
      className="actions-button"
      menu={(menu) => <MessageMenu {...menu} message={message} commands={commands} />}
    />
  );
}
