import { describe, expect, it } from '@jest/globals';
import type { MessageObject } from '@parley/contracts/messaging';
import { recentConversations } from './recent-conversations.js';

const message = (fields: object) => fields as MessageObject;
const topic = (id: number, subject: string, sender_id = 6) => message({ id, type: 'stream', stream_id: 1, subject, sender_id });
const direct = (id: number, ids: readonly number[], sender_id = 6) =>
  message({ id, type: 'private', display_recipient: ids.map((each) => ({ id: each })), sender_id });

describe('the recent conversations', () => {
  it('have the newest message first, and name who wrote last', () => {
    const messages = [topic(1, 'birds', 5), topic(2, 'cats'), direct(3, [5, 6]), topic(4, 'BIRDS', 7), topic(5, 'birds', 7)];
    const found = recentConversations(messages, 5);
    expect(found.map(({ place, newest, senderIds }) => [place, newest.id, senderIds])).toEqual([
      [{ kind: 'topic', channelId: 1, topic: 'birds' }, 5, [7, 5]],
      [{ kind: 'direct', userIds: [6] }, 3, [6]],
      [{ kind: 'topic', channelId: 1, topic: 'cats' }, 2, [6]],
    ]);
  });

  it('name at most four people, and are none without messages', () => {
    const [conversation] = recentConversations(
      [1, 2, 3, 4, 5, 6].map((id) => topic(id, 'birds', id)),
      5,
    );
    expect(conversation?.senderIds).toEqual([6, 5, 4, 3]);
    expect(recentConversations([], 5)).toEqual([]);
  });
});
