import { z } from 'zod';
import { domainEvent } from '../domain-event.js';

/** Maximum number of ids in one event, of users and messages together. More become several events. */
const MAX_IDS_PER_EVENT = 1_000;

const readers = z.object({ userIds: z.array(z.int()).min(1), messageIds: z.array(z.int()).min(1) });
/** Users, and the messages that each of them had unread. */
export type MessagesRead = z.infer<typeof readers>;

const payload = z.object({ readers: z.array(readers).min(1) });
export type MessagesBecameRead = z.infer<typeof payload>;

/**
 * Unread messages of users became read without an action of theirs: they left the channel, it was archived, or the messages moved to a channel
 * to which they are not subscribed. Each user receives exactly the messages that they had unread.
 */
export const messagesBecameRead = domainEvent({
  type: 'messages.became-read',
  owner: 'messaging',
  payload,
  parts: ({ readers }) => [
    {
      clientType: 'update_message_flags',
      audience: { users: readers.flatMap(({ userIds }) => userIds) },
      render: ({ userId }) => {
        const messages = readers.flatMap((group) => (group.userIds.includes(userId) ? group.messageIds : []));
        return { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all: false };
      },
    },
  ],
});

/** The payloads of as many events as are needed. No user is in two groups of one event. */
export function messagesBecameReadPayloads(all: readonly MessagesRead[]): MessagesBecameRead[] {
  const payloads: { readers: MessagesRead[] }[] = [];
  let room = 0;
  for (const group of all.flatMap(portions)) {
    const size = group.userIds.length + group.messageIds.length;
    const last = payloads.at(-1);
    const isIncluded = last?.readers.some(({ userIds }) => userIds.some((id) => group.userIds.includes(id))) ?? true;
    if (last === undefined || isIncluded || size > room) {
      payloads.push({ readers: [group] });
      room = MAX_IDS_PER_EVENT - size;
    } else {
      last.readers.push(group);
      room -= size;
    }
  }
  return payloads;
}

function portions({ userIds, messageIds }: MessagesRead): MessagesRead[] {
  const half = MAX_IDS_PER_EVENT / 2;
  const perUsers = slices(userIds, half);
  return perUsers.flatMap((users) => slices(messageIds, half).map((messages) => ({ userIds: users, messageIds: messages })));
}

function slices(ids: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size));
}
