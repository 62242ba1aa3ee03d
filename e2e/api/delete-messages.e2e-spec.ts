import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { listTopics } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { deleteMessage, deleteTopic, getMessage, sendMessage } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
const administrator = world.as(world.administrator);
const stranger = world.as(world.stranger);
let channel: { id: number; name: string };

beforeAll(async () => {
  channel = await world.channel([world.member, world.colleague, world.administrator]);
});
afterAll(() => closeConnections());

async function message(topic = 'to be deleted'): Promise<number> {
  return (await me.ok(sendMessage, { type: 'channel', to: channel.id, topic, content: 'soon gone' })).id;
}

describe('DELETE /messages/{message_id}', () => {
  it('deletes a message for everyone, with events', async () => {
    const queue = await colleague.ok(registerQueue, {
      event_types: ['delete_message'],
      client_capabilities: { bulk_message_deletion: true, notification_settings_null: true },
    });
    const id = await message();
    expect(await me.ok(deleteMessage, { message_id: id })).toMatchObject({ result: 'success' });
    const isMeant = ({ message_ids }: ClientEvent) => Array.isArray(message_ids) && message_ids.includes(id);
    expect(await receiveEvents(colleague, queue, 1, isMeant)).toMatchObject([
      { type: 'delete_message', message_ids: [id], message_type: 'stream', stream_id: channel.id, topic: 'to be deleted' },
    ]);
    for (const actor of [me, colleague]) {
      const answer = await actor.call(getMessage, { message_id: id });
      expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid message(s)']);
    }
  });

  it.each([
    ['of another user', colleague, "You don't have permission to delete this message"],
    ['of another organization', stranger, 'Invalid message(s)'],
  ])('%s is refused', async (_, actor, msg) => {
    const id = await message();
    const answer = await actor.call(deleteMessage, { message_id: id });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
    await me.ok(getMessage, { message_id: id });
  });

  it('as an administrator deletes any message', async () => {
    const id = await message();
    await administrator.ok(deleteMessage, { message_id: id });
    expect((await me.call(getMessage, { message_id: id })).status).toBe(400);
  });

  it.each(['0', '99999999999', 'abc', '-1'])('of the id %s is refused', async (id) => {
    const answer = await me.call(deleteMessage, { message_id: id });
    expect(answer.status).toBe(400);
  });
});

describe('POST /streams/{stream_id}/delete_topic', () => {
  it('deletes the topic for everyone', async () => {
    const ids = [await message('whole'), await message('WHOLE')];
    expect(await administrator.ok(deleteTopic, { stream_id: channel.id, topic_name: 'whole' })).toMatchObject({ complete: true });
    for (const id of ids) expect((await me.call(getMessage, { message_id: id })).status).toBe(400);
    const { topics } = await me.ok(listTopics, { stream_id: channel.id });
    expect(topics.map(({ name }) => name.toLowerCase())).not.toContain('whole');
  });

  it.each([
    ['without the permission', me, 'Insufficient permission'],
    ['from another organization', stranger, 'Invalid channel ID'],
  ])('%s is refused', async (_, actor, msg) => {
    const id = await message('kept');
    const answer = await actor.call(deleteTopic, { stream_id: channel.id, topic_name: 'kept' });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
    await me.ok(getMessage, { message_id: id });
  });

  it('needs the name of the topic', async () => {
    const answer = await administrator.call(deleteTopic, { stream_id: channel.id });
    expect([answer.status, answer.body.code]).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
  });
});
