import { afterAll, describe, expect, it } from '@jest/globals';
import {
  getMessage,
  markAllAsRead,
  markChannelAsRead,
  markTopicAsRead,
  sendMessage,
  updateMessageFlagsForNarrow,
} from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const reader = world.as(world.third);
afterAll(() => closeConnections());

async function unreadMessages() {
  const channel = await world.channel([world.member, world.third]);
  const ids: number[] = [];
  for (const topic of ['one', 'two']) {
    for (const n of [1, 2]) ids.push((await me.ok(sendMessage, { type: 'channel', to: channel.id, topic, content: `${topic} ${n}` })).id);
  }
  return { channel, ids };
}

async function readOf(ids: readonly number[]): Promise<boolean[]> {
  const messages = await Promise.all(ids.map((message_id) => reader.ok(getMessage, { message_id })));
  return messages.map(({ message }) => message.flags?.includes('read') ?? false);
}

describe('marking as read', () => {
  it('a topic, in any case, leaves the others', async () => {
    const { channel, ids } = await unreadMessages();
    await reader.ok(markTopicAsRead, { stream_id: channel.id, topic_name: 'ONE' });
    expect(await readOf(ids)).toEqual([true, true, false, false]);
  });

  it('a channel', async () => {
    const { channel, ids } = await unreadMessages();
    const other = await unreadMessages();
    await reader.ok(markChannelAsRead, { stream_id: channel.id });
    expect(await readOf(ids)).toEqual([true, true, true, true]);
    expect(await readOf(other.ids)).toEqual([false, false, false, false]);
  });

  it('everything', async () => {
    const { ids } = await unreadMessages();
    expect(await reader.ok(markAllAsRead, {})).toMatchObject({ complete: true });
    expect(await readOf(ids)).toEqual([true, true, true, true]);
  });

  it('a range of a narrow returns what it processed', async () => {
    const { channel, ids } = await unreadMessages();
    const answer = await reader.ok(updateMessageFlagsForNarrow, {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: [
        { operator: 'channel', operand: channel.id },
        { operator: 'topic', operand: 'two' },
      ],
      op: 'add',
      flag: 'read',
    });
    expect(answer).toMatchObject({
      processed_count: 2,
      updated_count: 2,
      first_processed_id: ids[2],
      last_processed_id: ids[3],
      found_newest: true,
    });
    expect(await readOf(ids)).toEqual([false, false, true, true]);
  });

  it('a topic without messages is refused', async () => {
    const { channel } = await unreadMessages();
    const answer = await reader.call(markTopicAsRead, { stream_id: channel.id, topic_name: 'three' });
    expect([answer.status, answer.body.msg]).toEqual([400, "No such topic 'three'"]);
  });

  it('a channel that the caller may not see is refused', async () => {
    const hidden = await world.channel([world.member], { invite_only: true });
    for (const actor of [reader, world.as(world.stranger)]) {
      const topic = await actor.call(markTopicAsRead, { stream_id: hidden.id, topic_name: 't' });
      const channel = await actor.call(markChannelAsRead, { stream_id: hidden.id });
      expect([topic.body.msg, channel.body.msg]).toEqual(['Invalid channel ID', 'Invalid channel ID']);
    }
  });

  it('needs credentials', async () => {
    expect((await world.anybody().call(markAllAsRead, {})).status).toBe(401);
  });
});
