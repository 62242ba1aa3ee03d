import { directConversation, type PendingMessage, topicConversation } from '@parley/client';
import type { MessageObject } from '@parley/contracts/messaging';

/** A line above a message. */
export type FeedBar =
  | { readonly kind: 'day'; readonly key: string; readonly timestamp: number }
  | { readonly kind: 'recipient'; readonly key: string; readonly message: MessageObject }
  | { readonly kind: 'unread'; readonly key: string };

interface FeedMessageRow {
  readonly kind: 'message';
  readonly key: string;
  readonly message: MessageObject;
  readonly isFirstOfSender: boolean;
  /** Bars that belong to the row, because they may vanish when older messages come. */
  readonly bars: readonly FeedBar[];
}

/** What the feed shows, from the top to the bottom. */
export type FeedRow = FeedBar | FeedMessageRow | { readonly kind: 'pending'; readonly key: string; readonly pending: PendingMessage };

export interface RowOptions {
  readonly messages: readonly MessageObject[];
  /** Whether there are older messages that are not loaded. */
  readonly hasOlder: boolean;
  readonly pending: readonly PendingMessage[];
  /** Whether messages of several conversations are mixed. */
  readonly isMixed: boolean;
  /** The message above which the line of unread messages is. */
  readonly firstUnread: number | undefined;
  /** Milliseconds to add to UTC at a time, in seconds, in the reader's time zone. */
  readonly offsetMs: (timestamp: number) => number;
}

/** Later messages of the same person have no name and picture of their own, unless they are this much later. */
const SAME_SENDER_SECONDS = 600;
const DAY_MS = 86_400_000;

/**
 * When older messages come, the feed keeps its place at the row at the top of the screen, which it finds by its key. So the first row is a message,
 * and not a bar that the older messages remove, as long as there are older ones.
 */
export function feedRows({ messages, hasOlder, pending, isMixed, firstUnread, offsetMs }: RowOptions): readonly FeedRow[] {
  const rows: FeedRow[] = [];
  const dayOf = ({ timestamp }: MessageObject) => Math.floor((timestamp * 1_000 + offsetMs(timestamp)) / DAY_MS);
  let before: MessageObject | undefined;
  for (const message of messages) {
    const isNewDay = before === undefined || dayOf(before) !== dayOf(message);
    const isElsewhere = before === undefined || conversationOf(before) !== conversationOf(message);
    const isUnreadLine = message.id === firstUnread;
    const bars: FeedBar[] = [];
    if (isNewDay) bars.push({ kind: 'day', key: `day ${message.id}`, timestamp: message.timestamp });
    if (isUnreadLine) bars.push({ kind: 'unread', key: 'unread' });
    if (isMixed && (isNewDay || isElsewhere)) bars.push({ kind: 'recipient', key: `recipient ${message.id}`, message });
    const isFirstOfSender = isNewDay || isElsewhere || isUnreadLine || !continues(before, message);
    const hasBars = before === undefined && hasOlder;
    if (!hasBars) rows.push(...bars);
    rows.push({ kind: 'message', key: `${message.id}`, message, isFirstOfSender, bars: hasBars ? bars : [] });
    before = message;
  }
  for (const entry of pending) rows.push({ kind: 'pending', key: entry.localId, pending: entry });
  return rows;
}

function continues(before: MessageObject | undefined, message: MessageObject): boolean {
  if (before === undefined || before.is_me_message || message.is_me_message) return false;
  return before.sender_id === message.sender_id && message.timestamp - before.timestamp < SAME_SENDER_SECONDS;
}

export function conversationOf({ stream_id, subject, display_recipient: recipient }: MessageObject): string {
  if (stream_id !== undefined) return topicConversation(stream_id, subject);
  return directConversation(typeof recipient === 'string' ? [] : recipient.map(({ id }) => id));
}
