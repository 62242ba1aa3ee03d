import { describe, expect, it } from '@jest/globals';
import { type MessagesRead, messagesBecameReadPayloads } from '@parley/contracts/messaging';
import { receivedBy, testQueue } from '../test-queue.js';
import { messagesBecameReadFanOut } from './messages-became-read.js';

const ids = (count: number, first = 1) => Array.from({ length: count }, (_, n) => first + n);

/** The messages that the user receives, over all events. */
function messagesFor(userId: number, groups: readonly MessagesRead[]): number[] {
  return messagesBecameReadPayloads(groups).flatMap(({ readers }) =>
    readers.flatMap(({ userIds, messageIds }) => (userIds.includes(userId) ? messageIds : [])),
  );
}

describe('messagesBecameReadPayloads', () => {
  it('puts small groups into one event', () => {
    const groups = [
      { userIds: [1, 2], messageIds: [7, 8] },
      { userIds: [3], messageIds: [8] },
    ];
    expect(messagesBecameReadPayloads(groups)).toEqual([{ readers: groups }]);
  });

  it.each([
    [1, 2_400],
    [2_400, 1],
    [700, 700],
    [501, 500],
  ])('sends %i users %i messages each, in events of at most 1,000 ids, once', (people, messages) => {
    const groups = [{ userIds: ids(people), messageIds: ids(messages, 10_000) }];
    for (const { readers } of messagesBecameReadPayloads(groups)) {
      const size = readers.reduce((sum, { userIds, messageIds }) => sum + userIds.length + messageIds.length, 0);
      expect(size).toBeLessThanOrEqual(1_000);
      const people = readers.flatMap(({ userIds }) => userIds);
      expect(new Set(people).size).toBe(people.length);
    }
    for (const userId of [1, people]) expect(messagesFor(userId, groups)).toEqual(ids(messages, 10_000));
  });

  it('sends users the messages above their watermarks, in events of at most 1,000 ids, once', () => {
    const people = ids(1_300);
    const messageIds = ids(1_200, 10_000);
    const aboveIds = people.map((id) => 9_990 + id);
    const payloads = messagesBecameReadPayloads([{ userIds: people, messageIds, aboveIds }]);
    for (const { readers } of payloads) {
      const size = readers.reduce((sum, group) => sum + group.userIds.length + group.messageIds.length + (group.aboveIds?.length ?? 0), 0);
      expect(size).toBeLessThanOrEqual(1_000);
    }
    const told = (userId: number) =>
      payloads.flatMap((payload) =>
        messagesBecameReadFanOut.parts(payload).flatMap(({ render }) => render({ userId } as Parameters<typeof render>[0]).messages),
      );
    for (const userId of [1, 10, 11, 700, 1_208, 1_209, 1_300]) {
      expect(told(userId)).toEqual(messageIds.filter((id) => id > 9_990 + userId));
    }
    const named = payloads.flatMap(({ readers }) => readers.flatMap(({ userIds }) => userIds));
    expect(named).not.toContain(1_300);
  });

  it('makes no event if no message became read', () => {
    expect(messagesBecameReadPayloads([])).toEqual([]);
  });
});

it('sends each user only their own messages', () => {
  const { parts } = messagesBecameReadFanOut;
  const [part] = parts({
    readers: [
      { userIds: [1, 2], messageIds: [7, 8] },
      { userIds: [3], messageIds: [8] },
    ],
  });
  const seenBy = (userId: number) => part?.render({ userId } as Parameters<typeof part.render>[0]).messages;
  expect(part?.audience).toEqual({ users: [1, 2, 3] });
  expect([seenBy(1), seenBy(2), seenBy(3)]).toEqual([[7, 8], [7, 8], [8]]);
  const event = { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages: [8], all: false };
  expect(receivedBy({ ...testQueue, userId: 3 }, part === undefined ? [] : [part])).toEqual([event]);
});
