import type { Caller, NarrowTerm } from '@parley/client';
import type { OutputOf } from '@parley/contracts';
import { updateMessageFlagsForNarrow } from '@parley/contracts/messaging';
import { narrowOf, type Place } from '../places/place.js';

type Conversation = Extract<Place, { kind: 'channel' | 'topic' | 'direct' }>;
interface Reader {
  readonly client: Caller;
  readonly session: { readonly userId: number };
}

const MOST_AT_ONCE = 1_000;

/** Marks all messages of a conversation as read. */
export async function markAsRead({ client, session }: Reader, place: Conversation): Promise<void> {
  const narrow = wire([...narrowOf(place, session.userId), { operator: 'is', operand: 'unread' }]);
  const params = { anchor: 'oldest', num_before: 0, num_after: MOST_AT_ONCE, narrow, op: 'add', flag: 'read' };
  for (let isMore = true; isMore; ) isMore = !(await client.call(updateMessageFlagsForNarrow, params)).found_newest;
}

/** Marks a message and the later ones of its conversation as unread. */
export async function markAsUnreadFrom({ client, session }: Reader, place: Conversation, messageId: number): Promise<void> {
  const narrow = wire(narrowOf(place, session.userId));
  let next: number | null = messageId;
  for (let isFirst = true; next !== null; isFirst = false) {
    const range: { anchor: number; include_anchor: boolean; num_before: number; num_after: number } = {
      anchor: next,
      include_anchor: isFirst,
      num_before: 0,
      num_after: MOST_AT_ONCE,
    };
    const answer: OutputOf<typeof updateMessageFlagsForNarrow> = await client.call(updateMessageFlagsForNarrow, {
      ...range,
      narrow,
      op: 'remove',
      flag: 'read',
    });
    next = answer.found_newest ? null : answer.last_processed_id;
  }
}

function wire(terms: readonly NarrowTerm[]) {
  return terms.map(({ operand, ...term }) => ({ ...term, operand: typeof operand === 'object' ? [...operand] : operand }));
}
