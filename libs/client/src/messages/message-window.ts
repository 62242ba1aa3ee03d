import type { ServerEvent } from '@parley/client-events';
import type { MessageObject } from '@parley/contracts/messaging';
import { placeIn } from '../state/lists.js';
import { changedMessage, isChange, sentMessage } from './changed-message.js';

/** A part of a narrow without holes: all its messages with ids in a range. */
export interface MessageWindow {
  /** By id, ascending. */
  readonly messages: readonly MessageObject[];
  /** The range. It does not shrink when messages at its ends are deleted. */
  readonly from: number;
  readonly to: number;
  /** There is nothing before, or after. */
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

export const NOTHING_LOADED: MessageWindow = { messages: [], from: 0, to: -1, foundOldest: false, foundNewest: false };

export interface NarrowRules {
  /** Undefined if only the server knows. */
  readonly belongs: (message: MessageObject) => boolean | undefined;
  /** Whether an event of this type, other than a move, can bring a message here or away. */
  readonly canChange: (eventType: ServerEvent['type']) => boolean;
  readonly channelName: (id: number) => string | undefined;
}

export interface Applied {
  readonly window: MessageWindow;
  /** Messages that may belong into the window, but whose content is not known, or of which only the server knows whether they do. */
  readonly doubtful: readonly number[];
}

/** Applies an event. Again applying those of the recent past, in their order, changes nothing. */
export function applied(window: MessageWindow, event: ServerEvent, rules: NarrowRules): Applied {
  if (event.type === 'message') return withMessages(window, [sentMessage(event)], rules);
  if (event.type === 'delete_message') {
    const { message_ids = [], message_id } = event;
    const gone = new Set(message_id === undefined ? message_ids : [...message_ids, message_id]);
    return { window: only(window, ({ id }) => !gone.has(id)), doubtful: [] };
  }
  if (!isChange(event)) return { window, doubtful: [] };
  const changed = changedWindow(window, event, rules);
  const doubtful = idsThatMayEnter(event, rules).filter((id) => reaches(window, id) && !has(changed.window, id));
  return { window: changed.window, doubtful: [...new Set([...doubtful, ...changed.doubtful])] };
}

/** Adds those that belong into it. */
export function withMessages(window: MessageWindow, messages: readonly MessageObject[], { belongs }: NarrowRules): Applied {
  const near = messages.filter(({ id }) => reaches(window, id) && !has(window, id));
  const doubtful = near.filter((message) => belongs(message) === undefined).map(({ id }) => id);
  return {
    window: inserted(
      window,
      near.filter((message) => belongs(message) === true),
    ),
    doubtful,
  };
}

/** Adds messages that the server found in the narrow. Those that are here already have more recent changes. */
export function inserted(window: MessageWindow, messages: readonly MessageObject[]): MessageWindow {
  const fresh = messages.filter(({ id }) => !has(window, id));
  const [first] = fresh;
  if (first === undefined) return window;
  const all = [...window.messages, ...fresh];
  // One that has just been sent is at the end already.
  if (fresh.length > 1 || first.id < (window.messages.at(-1)?.id ?? 0)) all.sort((a, b) => a.id - b.id);
  return { ...window, messages: all };
}

/** The window with this many messages: those around one, in which the window has no holes either. What is dropped can be loaded again. */
export function trimmed(window: MessageWindow, around: number, count: number): MessageWindow {
  const { messages, from, to, foundOldest, foundNewest } = window;
  const place = placeIn(messages, around, ({ id }) => id);
  const first = Math.max(0, Math.min(place - Math.floor(count / 2), messages.length - count));
  const kept = messages.slice(first, first + count);
  const isAtOldest = first === 0;
  const isAtNewest = first + count >= messages.length;
  return {
    messages: kept,
    from: isAtOldest ? from : (kept.at(0)?.id ?? from),
    to: isAtNewest ? to : (kept.at(-1)?.id ?? to),
    foundOldest: isAtOldest && foundOldest,
    foundNewest: isAtNewest && foundNewest,
  };
}

/** Whether a message with this id would be in the range, or after the newest, or before the oldest. */
export function reaches({ from, to, foundOldest, foundNewest }: MessageWindow, id: number): boolean {
  return (foundOldest || id >= from) && (foundNewest || id <= to);
}

function changedWindow(window: MessageWindow, event: ServerEvent, rules: NarrowRules): Applied {
  const doubtful: number[] = [];
  let isSame = true;
  const messages = window.messages.flatMap((message) => {
    const changed = changedMessage(message, event, rules.channelName);
    if (changed === message) return [message];
    isSame = false;
    const belongs = mayMove(event, rules) ? rules.belongs(changed) : true;
    if (belongs === undefined) doubtful.push(message.id);
    return belongs === false ? [] : [changed];
  });
  return { window: isSame ? window : { ...window, messages }, doubtful };
}

function idsThatMayEnter(event: ServerEvent, rules: NarrowRules): readonly number[] {
  if (!mayMove(event, rules)) return [];
  switch (event.type) {
    case 'update_message':
      return event.message_ids;
    case 'update_message_flags':
      return event.messages;
    case 'reaction':
      return [event.message_id];
    default:
      return [];
  }
}

function mayMove(event: ServerEvent, { canChange }: NarrowRules): boolean {
  return (event.type === 'update_message' && event.orig_subject !== undefined) || canChange(event.type);
}

export function only(window: MessageWindow, keeps: (message: MessageObject) => boolean): MessageWindow {
  return window.messages.every(keeps) ? window : { ...window, messages: window.messages.filter(keeps) };
}

function has({ messages }: MessageWindow, id: number): boolean {
  return messages[placeIn(messages, id, (message) => message.id)]?.id === id;
}
