import type { MessageObject } from '@parley/contracts/messaging';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ComposeHandle } from '../compose/compose.js';
import { loadPart } from '../failure/load-part.js';
import type { FeedHandle } from '../feed/feed-view.js';
import { type Command, commandOf } from '../keyboard/shortcuts.js';
import type { MessageCommands } from '../message/message-actions.js';
import { toggleStar } from '../message/star.js';
import { type Destination, destinationOf, draftName } from '../places/destination.js';
import type { Place } from '../places/place.js';
import { type PageContext, usePage, useStore } from '../workspace/context.js';
import { placeOfMessage } from '../workspace/names.js';
import { markAsUnreadFrom } from '../workspace/read-flags.js';
import type { PageWindow } from '../workspace/windows.js';
import { useReply } from './use-reply.js';

const isOpen = (window: PageWindow | undefined) => window !== undefined;
// Loaded when it is needed.
const loadQuotes = loadPart(() => import('../message/quote-message.js'));
const quoteOf = async (page: PageContext, message: MessageObject) => (await loadQuotes()).quoteMessage(page, message);

/** What can be done at a place, by keys and by menus, and what is open because of it. */
export function useCommands(place: Place) {
  const page = usePage();
  const { workspace, navigation, windows, report } = page;
  const feed = useRef<FeedHandle>(null);
  const compose = useRef<ComposeHandle>(null);
  const [editing, setEditing] = useState<number>();
  const editingNow = useRef(editing);
  editingNow.current = editing;
  const { replyTo, setReplyTo, request } = useReply(place);
  const destination = replyTo ?? destinationOf(place);
  const [wantsFocus, setWantsFocus] = useState(0);
  /** After the next rendering, when the field of the conversation is there. */
  const focusCompose = useCallback(() => setWantsFocus((times) => times + 1), []);
  useEffect(() => {
    if (wantsFocus > 0) compose.current?.focus();
  }, [wantsFocus]);

  /** Adds a text to the draft of a conversation, and goes there. */
  const write = useCallback(
    (there: Destination, text: string) => {
      workspace.drafts.add(draftName(there), text);
      navigation.go(there);
      focusCompose();
    },
    [workspace, navigation, focusCompose],
  );

  const commands: MessageCommands = useMemo(() => {
    const answerTo = (message: MessageObject) => placeOfMessage(message, workspace.session.userId);
    const commands: MessageCommands = {
      reply: (message) => {
        request();
        if (place.kind !== 'direct' && place.kind !== 'topic') setReplyTo(answerTo(message));
        focusCompose();
      },
      quote: (message) => {
        const isNewest = request();
        quoteOf(page, message)
          .then((quote) => {
            workspace.drafts.add(draftName(answerTo(message)), quote);
            // Otherwise the reader writes something else by now.
            if (isNewest()) commands.reply(message);
          })
          .catch(report);
      },
      react: (message) => windows.open({ kind: 'react', message }),
      edit: (message) => {
        request();
        setEditing(message.id);
      },
      unreadFrom: (message) => {
        // Otherwise what is on the screen would be read again at once.
        feed.current?.stopMarking();
        workspace.marker
          .settled()
          .then(() => markAsUnreadFrom(workspace, answerTo(message), message.id))
          .catch(report);
      },
    };
    return commands;
  }, [place, workspace, windows, report, page, focusCompose, setReplyTo, request]);

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
      compose: () => (destination === undefined ? windows.open({ kind: 'recipient' }) : compose.current?.focus()),
      search: () => windows.open({ kind: 'search' }),
      help: () => windows.open({ kind: 'shortcuts' }),
      reply: () => message && commands.reply(message),
      react: () => message && commands.react(message),
      star: () => message && toggleStar(page, message),
      quote: () => message && commands.quote(message),
      unreadFrom: () => message && commands.unreadFrom(message),
      move: () => {
        if (message?.stream_id !== undefined) windows.open({ kind: 'move', channelId: message.stream_id, topic: message.subject, message });
      },
      edit: () => message?.sender_id === workspace.session.userId && commands.edit(message),
    };
    actions[command]();
  };
  useKeys(run, useStore(windows.store, isOpen));
  return { feed, compose, editing, endEditing, replyTo, setReplyTo, destination, commands, write };
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
