import type { MessageObject } from '@parley/contracts/messaging';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ComposeHandle } from '../compose/compose.js';
import type { FeedHandle } from '../feed/feed-view.js';
import { type Command, commandOf } from '../keyboard/shortcuts.js';
import { type MessageCommands, toggleStar } from '../message/message-actions.js';
import { type Destination, destinationOf } from '../places/destination.js';
import { type Place, pathOf } from '../places/place.js';
import { usePage } from '../workspace/context.js';
import { placeOfMessage } from '../workspace/names.js';

/** The window that is open above the page. */
export type Window =
  | { readonly kind: 'shortcuts' | 'recipient' | 'people' | 'search' | 'settings' }
  | { readonly kind: 'react' | 'remove' | 'history' | 'receipts'; readonly message: MessageObject };

/** What can be done at a place, by keys and by menus, and what is open because of it. */
export function useCommands(place: Place) {
  const page = usePage();
  const { workspace } = page;
  const feed = useRef<FeedHandle>(null);
  const compose = useRef<ComposeHandle>(null);
  const [open, setOpen] = useState<Window>();
  const [editing, setEditing] = useState<number>();
  const editingNow = useRef(editing);
  editingNow.current = editing;
  const [replyTo, setReplyTo] = useState<Destination>();
  const path = pathOf(place);
  const destination = replyTo ?? destinationOf(place);
  const [wantsFocus, setWantsFocus] = useState(0);
  /** After the next rendering, when the field of the conversation is there. */
  const focusCompose = useCallback(() => setWantsFocus((times) => times + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place begins without a reply
  useEffect(() => setReplyTo(undefined), [path]);
  useEffect(() => {
    if (wantsFocus > 0) compose.current?.focus();
  }, [wantsFocus]);

  const commands: MessageCommands = useMemo(
    () => ({
      reply: (message) => {
        const there = destinationOf(placeOfMessage(message, workspace.session.userId));
        if (place.kind !== 'direct' && place.kind !== 'topic') setReplyTo(there);
        focusCompose();
      },
      react: (message) => setOpen({ kind: 'react', message }),
      edit: (message) => setEditing(message.id),
      remove: (message) => setOpen({ kind: 'remove', message }),
      history: (message) => setOpen({ kind: 'history', message }),
      receipts: (message) => setOpen({ kind: 'receipts', message }),
    }),
    [place, workspace, focusCompose],
  );

  /** Whether this message was the one. Another one may be edited by the time at which the change of this one is saved. */
  const endEditing = (messageId: number) => {
    if (editingNow.current !== messageId) return false;
    setEditing(undefined);
    return true;
  };

  const run = (command: Command) => {
    const message = feed.current?.selected();
    const actions: Readonly<Record<Command, () => void>> = {
      next: () => feed.current?.move(1),
      previous: () => feed.current?.move(-1),
      newest: () => feed.current?.toNewest(),
      compose: () => (destination === undefined ? setOpen({ kind: 'recipient' }) : compose.current?.focus()),
      search: () => setOpen({ kind: 'search' }),
      help: () => setOpen({ kind: 'shortcuts' }),
      reply: () => message && commands.reply(message),
      react: () => message && commands.react(message),
      star: () => message && toggleStar(page, message),
      edit: () => message?.sender_id === workspace.session.userId && commands.edit(message),
    };
    actions[command]();
  };
  useKeys(run, open !== undefined);
  return { feed, compose, open, setOpen, editing, endEditing, replyTo, setReplyTo, destination, commands, focusCompose };
}

/** Keys are commands unless something is being written, or a window or a menu is open. */
function useKeys(run: (command: Command) => void, isOff: boolean): void {
  const current = useRef(run);
  current.current = run;
  useEffect(() => {
    if (isOff) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || target?.closest('input, textarea, select, [role=menu], [role=dialog], [role=alertdialog]')) return;
      const command = commandOf(event);
      if (command === undefined) return;
      event.preventDefault();
      current.current(command);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOff]);
}
