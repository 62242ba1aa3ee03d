import { z } from 'zod';
import { domainEvent } from '../domain-event.js';

/** Maximum number of ids in one event, of users and messages together. More become several events. */
const MAX_IDS_PER_EVENT = 1_000;

const readers = z.object({
  userIds: z.array(z.int()).min(1),
  /** Ascending. */
  messageIds: z.array(z.int()).min(1),
  /** For each of `userIds`, in the same order: the user receives the messages above this id. Absent: all of them. */
  aboveIds: z.array(z.int()).optional(),
});
/** Users, and the messages that each of them had unread. With `aboveIds`, a user may have read some of the messages above one by one. */
export type MessagesRead = z.infer<typeof readers>;

const payload = z.object({ readers: z.array(readers).min(1) });
export type MessagesBecameRead = z.infer<typeof payload>;

/**
 * Unread messages of users became read without an action of theirs: they left the channel, it was archived, or the messages moved to a channel
 * to which they are not subscribed. Each user receives exactly the messages that they had unread. Only if many users have many unread messages,
 * they receive all above their watermarks: also those that they had read one by one, which changes nothing for them.
 */
export const messagesBecameRead = domainEvent({
  type: 'messages.became-read',
  owner: 'messaging',
  payload,
});

/** The payloads of as many events as are needed. No user is in two groups of one event. */
export function messagesBecameReadPayloads(all: readonly MessagesRead[]): MessagesBecameRead[] {
  const payloads: { readers: MessagesRead[] }[] = [];
  let room = 0;
  for (const group of all.flatMap(portions)) {
    const size = group.userIds.length + group.messageIds.length + (group.aboveIds?.length ?? 0);
    const last = payloads.at(-1);
    if (last === undefined || size > room || includesOneOf(last, group)) {
      payloads.push({ readers: [group] });
      room = MAX_IDS_PER_EVENT - size;
    } else {
      last.readers.push(group);
      room -= size;
    }
  }
  return payloads;
}

function includesOneOf({ readers }: MessagesBecameRead, group: MessagesRead): boolean {
  return readers.some(({ userIds }) => userIds.some((id) => group.userIds.includes(id)));
}

const HALF = MAX_IDS_PER_EVENT / 2;

function portions({ userIds, messageIds, aboveIds }: MessagesRead): MessagesRead[] {
  if (aboveIds === undefined) {
    return slices(userIds, HALF).flatMap((users) => slices(messageIds, HALF).map((messages) => ({ userIds: users, messageIds: messages })));
  }
  const people = userIds.map((userId, place) => ({ userId, aboveId: aboveIds[place] ?? 0 }));
  return slices(messageIds, HALF).flatMap((messages) => portionsOf(people, messages));
}

/** First the users who receive all of the messages, then those who receive some. */
function portionsOf(people: readonly { readonly userId: number; readonly aboveId: number }[], messageIds: number[]): MessagesRead[] {
  const [first = 0, last = 0] = [messageIds[0], messageIds.at(-1)];
  const all = people.filter(({ aboveId }) => aboveId < first);
  const some = people.filter(({ aboveId }) => aboveId >= first && aboveId < last);
  const idOf = ({ userId }: { readonly userId: number }) => userId;
  return [
    ...slices(all, HALF).map((slice) => ({ userIds: slice.map(idOf), messageIds })),
    ...slices(some, HALF / 2).map((slice) => ({ userIds: slice.map(idOf), aboveIds: slice.map(({ aboveId }) => aboveId), messageIds })),
  ];
}

function slices<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));
}
