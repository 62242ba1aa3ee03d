import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { getMessage, sendMessage } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
let channel: { id: number; name: string };
let hidden: { id: number; name: string };

beforeAll(async () => {
  channel = await world.channel([world.member, world.colleague]);
  hidden = await world.channel([world.colleague], { invite_only: true });
});
afterAll(() => closeConnections());

const toChannel = (change: Record<string, unknown> = {}) => ({
  type: 'channel',
  to: channel.id,
  topic: 'sending',
  content: 'hello',
  ...change,
});
const toPeople = (change: Record<string, unknown> = {}) => ({ type: 'direct', to: [world.colleague.user_id], content: 'hello', ...change });

describe('a channel message', () => {
  it.each([
    ['its id', () => channel.id],
    ['its name', () => channel.name],
    ['its name in another case', () => channel.name.toUpperCase()],
    ['its name as JSON', () => JSON.stringify(channel.name)],
    ['a list of one', () => [channel.name]],
  ])('reaches the channel by %s', async (_, to) => {
    const { id } = await me.ok(sendMessage, toChannel({ to: to() }));
    const { message } = await me.ok(getMessage, { message_id: id });
    expect(message).toMatchObject({
      id,
      type: 'stream',
      stream_id: channel.id,
      display_recipient: channel.name,
      subject: 'sending',
      sender_id: world.member.user_id,
    });
  });

  it('that starts a topic makes its sender follow it, and returns that', async () => {
    const topic = world.fresh('topic');
    expect(await me.ok(sendMessage, toChannel({ topic }))).toMatchObject({ automatic_new_visibility_policy: 3 });
    expect(await me.ok(sendMessage, toChannel({ topic }))).not.toHaveProperty('automatic_new_visibility_policy');
    const registered = await me.ok(registerQueue, { fetch_event_types: ['user_topic'] });
    expect(Reflect.get(registered, 'user_topics')).toContainEqual({
      stream_id: channel.id,
      topic_name: topic,
      visibility_policy: 3,
      last_updated: expect.any(Number),
    });
  });

  it('stores the Markdown and shows HTML', async () => {
    const { id } = await me.ok(sendMessage, toChannel({ content: '**bold** <script>alert(1)</script>' }));
    const html = await me.ok(getMessage, { message_id: id });
    const raw = await me.ok(getMessage, { message_id: id, apply_markdown: false });
    expect(html.message).toMatchObject({ content: expect.stringContaining('<strong>bold</strong>'), content_type: 'text/html' });
    expect(html.message.content).not.toContain('<script');
    expect(raw.message).toMatchObject({ content: '**bold** <script>alert(1)</script>', content_type: 'text/x-markdown' });
  });

  it('accepts the old names of type and topic', async () => {
    await me.ok(sendMessage, { type: 'stream', to: channel.name, subject: 'old', content: 'hello' });
  });

  it.each([
    ['an unknown type', { type: 'letter' }, { code: 'BAD_REQUEST', msg: 'Invalid type' }],
    [
      'an unknown channel, by name',
      { to: 'nowhere at all' },
      { code: 'STREAM_DOES_NOT_EXIST', msg: "Channel 'nowhere at all' does not exist", stream: 'nowhere at all' },
    ],
    [
      'an unknown channel, by id',
      { to: 1_999_999_999 },
      { code: 'STREAM_DOES_NOT_EXIST', msg: "Channel with ID '1999999999' does not exist", stream_id: 1_999_999_999 },
    ],
    ['two channels', { to: ['a', 'b'] }, { msg: 'Expected exactly one channel' }],
    ['no channel', { to: undefined }, { msg: 'Missing channel' }],
    ['an invalid recipient', { to: 'true' }, { msg: 'Invalid data type for channel' }],
    ['no topic', { topic: undefined }, { msg: 'Missing topic' }],
    ['a topic that is too long', { topic: 'x'.repeat(61) }, { msg: 'topic is too long (limit: 60 characters)' }],
    ['a topic with a control character', { topic: 'a\u0007b' }, { msg: 'Invalid character in topic, at position 2!' }],
    ['no content', { content: undefined }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' }],
    ['blank content', { content: '  \n ' }, { msg: 'Message must not be empty' }],
    ['content with a null byte', { content: 'a\u0000b' }, { msg: 'Message must not contain null bytes' }],
    [
      'content that is too long',
      { content: 'x'.repeat(10_001) },
      { code: 'BAD_REQUEST', msg: expect.stringContaining('too long (limit: 10000 characters)') },
    ],
  ])('with %s is refused', async (_, change, error) => {
    const answer = await me.call(sendMessage, toChannel(change));
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ result: 'error', ...error })]);
  });

  it('of a user who may not see the channel is refused', async () => {
    const answer = await me.call(sendMessage, toChannel({ to: hidden.id }));
    expect([answer.status, answer.body.code]).toEqual([400, expect.stringMatching(/^(BAD_REQUEST|STREAM_DOES_NOT_EXIST)$/)]);
  });

  it('of a guest who is not subscribed is refused', async () => {
    expect((await world.as(world.guest).call(sendMessage, toChannel())).status).toBe(400);
  });

  it('of a bot is sent', async () => {
    await world.as(world.bot).ok(sendMessage, toChannel());
  });

  it('to the empty topic has its display name for clients that do not know it', async () => {
    const { id } = await me.ok(sendMessage, toChannel({ topic: '(no topic)' }));
    expect((await me.ok(getMessage, { message_id: id })).message.subject).toBe('general chat');
    expect((await me.ok(getMessage, { message_id: id, allow_empty_topic_name: true })).message.subject).toBe('');
  });
});

describe('a direct message', () => {
  it.each([
    ['ids', () => [world.colleague.user_id]],
    ['emails', () => [world.colleague.email]],
    ['ids with oneself among them', () => [world.colleague.user_id, world.member.user_id]],
    ['one id', () => world.colleague.user_id],
  ])('reaches users by %s, in one conversation', async (_, to) => {
    const { id } = await me.ok(sendMessage, toPeople({ to: to() }));
    const { message } = await world.as(world.colleague).ok(getMessage, { message_id: id });
    expect(message.type).toBe('private');
    expect((message.display_recipient as { id: number }[]).map((one) => one.id).sort()).toEqual(
      [world.member.user_id, world.colleague.user_id].sort(),
    );
  });

  it('to oneself is stored', async () => {
    const { id } = await me.ok(sendMessage, toPeople({ to: [world.member.user_id] }));
    expect((await me.ok(getMessage, { message_id: id })).message.display_recipient).toEqual([
      expect.objectContaining({ id: world.member.user_id }),
    ]);
  });

  it.each([
    ['no one', { to: [] }, 'Message must have recipients'],
    ['an unknown user, by id', { to: [1_999_999_999] }, 'Invalid user ID 1999999999'],
    ['an unknown user, by email', { to: ['nobody@absent.example'] }, "Invalid email 'nobody@absent.example'"],
    ['ids and emails mixed', { to: [1, 'a@b.example'] }, 'Recipient lists may contain emails or user IDs, but not both.'],
    ['not an address', { to: [{}] }, 'Invalid data type for recipients'],
    ['a user of another organization', { to: [world.stranger.user_id] }, `Invalid user ID ${world.stranger.user_id}`],
  ])('to %s is refused', async (_, change, msg) => {
    const answer = await me.call(sendMessage, toPeople(change));
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });

  it('is hidden from everyone else', async () => {
    const { id } = await me.ok(sendMessage, toPeople());
    for (const other of [world.owner, world.third, world.stranger]) {
      const answer = await world.as(other).call(getMessage, { message_id: id });
      expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid message(s)']);
    }
  });
});

describe('sending again with the same queue_id and local_id', () => {
  it('returns the first message and stores nothing', async () => {
    const { queue_id } = await me.ok(registerQueue, { event_types: ['message'], fetch_event_types: [] });
    const names = { queue_id: queue_id ?? '', local_id: world.fresh('local') };
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => me.ok(sendMessage, toChannel({ content: `try ${n}`, ...names }))));
    const later = await me.ok(sendMessage, toChannel({ content: 'later', ...names }));
    expect(new Set([...answers, later].map(({ id }) => id)).size).toBe(1);
  });

  it('needs both or neither', async () => {
    const answer = await me.call(sendMessage, toChannel({ local_id: 'alone' }));
    expect([answer.status, answer.body.result]).toEqual([400, 'error']);
  });
});
