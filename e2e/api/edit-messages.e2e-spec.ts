import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { archiveChannel, listTopics } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { getMessage, getMessageHistory, sendMessage, updateMessage } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
const stranger = world.as(world.stranger);
let channel: { id: number; name: string };
let other: { id: number; name: string };

beforeAll(async () => {
  channel = await world.channel([world.member, world.colleague]);
  other = await world.channel([world.member, world.colleague]);
});
afterAll(() => closeConnections());

async function message(topic = 'plans', content = 'as it was'): Promise<number> {
  return (await me.ok(sendMessage, { type: 'channel', to: channel.id, topic, content })).id;
}

async function queueOf(actor: typeof me) {
  const queue = await actor.ok(registerQueue, { event_types: ['update_message'], fetch_event_types: [] });
  return (id: number) => receiveEvents(actor, queue, 1, ({ message_ids }) => Array.isArray(message_ids) && message_ids.includes(id));
}

describe('PATCH /messages/{message_id}', () => {
  it('changes the text, with events to everyone', async () => {
    const id = await message();
    const events = await queueOf(colleague);
    expect(await me.ok(updateMessage, { message_id: id, content: 'as it **is**' })).toMatchObject({
      result: 'success',
      detached_uploads: [],
    });
    expect(await events(id)).toMatchObject([
      {
        type: 'update_message',
        message_id: id,
        message_ids: [id],
        orig_content: 'as it was',
        content: 'as it **is**',
        rendering_only: false,
      },
    ]);
    const { message: seen } = await colleague.ok(getMessage, { message_id: id });
    expect(seen).toMatchObject({ content: '<p>as it <strong>is</strong></p>', edit_history: [{ prev_content: 'as it was' }] });
  });

  it('moves a topic to another channel, and the notification bot says where it came from', async () => {
    const id = await message('to be moved');
    const later = await message('to be moved');
    const events = await queueOf(colleague);
    await me.ok(updateMessage, { message_id: later, stream_id: other.id, topic: 'moved', propagate_mode: 'change_all' });
    const received = await events(id);
    expect(received[0]).toMatchObject({
      type: 'update_message',
      message_ids: [id, later],
      stream_id: channel.id,
      new_stream_id: other.id,
      orig_subject: 'to be moved',
      subject: 'moved',
      propagate_mode: 'change_all',
    });
    const { message: seen } = await colleague.ok(getMessage, { message_id: id });
    expect(seen).toMatchObject({ stream_id: other.id, subject: 'moved', display_recipient: other.name });
    const { topics } = await me.ok(listTopics, { stream_id: channel.id });
    expect(topics.map(({ name }) => name)).not.toContain('to be moved');
  });

  it.each([
    ['nothing to change', {}, 'Nothing to change'],
    ['a mode without a move', { content: 'x', propagate_mode: 'change_all' }, 'Invalid propagate_mode without topic edit'],
    ['an unknown mode', { topic: 'x', propagate_mode: 'change_some' }, 'Invalid propagate_mode'],
    ['an invalid channel', { stream_id: 'abc' }, 'stream_id is not an integer'],
    ['an unknown channel', { stream_id: 1_999_999_998 }, 'Invalid channel ID'],
    ['text and channel at once', { content: 'x', stream_id: 1 }, 'Cannot change message content while changing channel'],
    ['a null byte', { content: 'a\0b' }, 'Message must not contain null bytes'],
    ['a null byte in the topic', { topic: 'a\0b' }, 'Invalid character in topic, at position 2!'],
  ])('with %s is refused', async (_, fields, msg) => {
    const answer = await me.call(updateMessage, { message_id: await message(), ...fields });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it('with an outdated text is refused', async () => {
    const answer = await me.call(updateMessage, { message_id: await message(), content: 'x', prev_content_sha256: 'stale' });
    expect([answer.status, answer.body.code]).toEqual([400, 'EXPECTATION_MISMATCH']);
  });

  it("of another user's text is refused, but moving it is allowed", async () => {
    const id = await message();
    const answer = await colleague.call(updateMessage, { message_id: id, content: 'mine' });
    expect([answer.status, answer.body.msg]).toEqual([400, "You don't have permission to edit this message"]);
    await colleague.ok(updateMessage, { message_id: id, topic: 'elsewhere' });
  });

  it('of another organization is refused like an unknown id', async () => {
    const id = await message();
    const refusals = await Promise.all([id, 999_999_999].map((each) => stranger.call(updateMessage, { message_id: each, content: 'x' })));
    expect(refusals.map(({ status, body }) => [status, body.msg])).toEqual([
      [400, 'Invalid message(s)'],
      [400, 'Invalid message(s)'],
    ]);
  });

  it('in an archived channel is refused', async () => {
    const archived = await world.channel([world.member]);
    const { id } = await me.ok(sendMessage, { type: 'channel', to: archived.id, topic: 't', content: 'c' });
    await world.as(world.owner).ok(archiveChannel, { stream_id: archived.id });
    expect((await me.call(updateMessage, { message_id: id, content: 'x' })).body.msg).toBe('Invalid message(s)');
  });
});

describe('GET /messages/{message_id}/history', () => {
  it('returns the versions of the message, oldest first', async () => {
    const id = await message('first');
    await me.ok(updateMessage, { message_id: id, content: 'as it is' });
    await me.ok(updateMessage, { message_id: id, topic: 'second' });
    const { message_history } = await colleague.ok(getMessageHistory, { message_id: id });
    expect(message_history).toMatchObject([
      { topic: 'first', content: 'as it was', user_id: world.member.user_id },
      { topic: 'first', content: 'as it is', prev_content: 'as it was' },
      { topic: 'second', content: 'as it is', prev_topic: 'first' },
    ]);
  });

  it('of another organization is refused', async () => {
    const answer = await stranger.call(getMessageHistory, { message_id: await message() });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid message(s)']);
  });
});
