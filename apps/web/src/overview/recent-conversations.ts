import type { MessageObject } from '@parley/contracts/messaging';
import { type Place, placeKey } from '../places/place.js';
import { placeOfMessage } from '../workspace/names.js';

export interface RecentConversation {
  readonly key: string;
  readonly place: Place;
  readonly newest: MessageObject;
  /** Who wrote last, the latest first. */
  readonly senderIds: readonly number[];
}

const MOST_SENDERS = 4;

/** The conversations of these messages, the one with the newest message first. Topics in any case are one. */
export function recentConversations(messages: readonly MessageObject[], userId: number): readonly RecentConversation[] {
  const found = new Map<string, RecentConversation & { senderIds: number[] }>();
  for (const message of messages.toReversed()) {
    const place = placeOfMessage(message, userId);
    const key = placeKey(place);
    const known = found.get(key);
    if (known === undefined) found.set(key, { key, place, newest: message, senderIds: [message.sender_id] });
    else if (known.senderIds.length < MOST_SENDERS && !known.senderIds.includes(message.sender_id)) known.senderIds.push(message.sender_id);
  }
  return [...found.values()];
}
