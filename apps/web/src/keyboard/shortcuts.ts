import type { TextKey } from '../texts/texts.js';

export type Command =
  | 'next'
  | 'previous'
  | 'reply'
  | 'compose'
  | 'edit'
  | 'star'
  | 'react'
  | 'newest'
  | 'search'
  | 'help'
  | 'quote'
  | 'move'
  | 'unreadFrom';

/** As users of stock clients know them. */
export const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly title: TextKey; readonly command?: Command }[] = [
  { keys: ['j', '↓'], title: 'shortcutNext', command: 'next' },
  { keys: ['k', '↑'], title: 'shortcutPrevious', command: 'previous' },
  { keys: ['r'], title: 'shortcutReply', command: 'reply' },
  { keys: ['>'], title: 'shortcutQuote', command: 'quote' },
  { keys: ['m'], title: 'shortcutMove', command: 'move' },
  { keys: ['U'], title: 'shortcutUnreadFrom', command: 'unreadFrom' },
  { keys: ['c'], title: 'shortcutCompose', command: 'compose' },
  { keys: ['/'], title: 'shortcutSearch', command: 'search' },
  { keys: ['e'], title: 'shortcutEdit', command: 'edit' },
  { keys: ['*'], title: 'shortcutStar', command: 'star' },
  { keys: [':'], title: 'shortcutReact', command: 'react' },
  { keys: ['G', 'End'], title: 'shortcutNewest', command: 'newest' },
  { keys: ['Esc'], title: 'shortcutEscape' },
  { keys: ['Enter'], title: 'shortcutSend' },
  { keys: ['?'], title: 'shortcutHelp', command: 'help' },
];

const NAMES: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' };

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The command of a key. None with Ctrl, Alt or Cmd, which are those of the browser. */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Press): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const name = NAMES[key] ?? key;
  return SHORTCUTS.find(({ keys }) => keys.includes(name))?.command;
}
