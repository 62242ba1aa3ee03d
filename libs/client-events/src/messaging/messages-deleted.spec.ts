import { expect, it } from '@jest/globals';
import { receivedBy, testQueue } from '../test-queue.js';
import { messagesDeletedFanOut } from './messages-deleted.js';

const watchers = { channelId: 3, userIds: [9] };
const parts = messagesDeletedFanOut.parts({ messageIds: [1, 2], place: { channelId: 3, topic: '' }, watchers });
const place = { type: 'delete_message', message_type: 'stream', stream_id: 3, topic: 'general chat' };

it('deleted messages are one event for clients that know it, and one each for others', () => {
  expect(receivedBy({ ...testQueue, capabilities: { bulk_message_deletion: true } }, parts)).toEqual([{ ...place, message_ids: [1, 2] }]);
  expect(receivedBy(testQueue, parts)).toEqual([
    { ...place, message_id: 1 },
    { ...place, message_id: 2 },
  ]);
  expect(parts.map(({ audience }) => audience)).toEqual(parts.map(() => ({ channels: [3], users: [9] })));
});

it('deleted messages have the empty topic for clients that know it', () => {
  expect(receivedBy({ ...testQueue, capabilities: { empty_topic_name: true } }, parts)[0]).toEqual({ ...place, message_id: 1, topic: '' });
});

it('deleted direct messages have no place', () => {
  expect(receivedBy(testQueue, messagesDeletedFanOut.parts({ messageIds: [1], place: null, watchers }))).toEqual([
    { type: 'delete_message', message_type: 'private', message_id: 1 },
  ]);
});
