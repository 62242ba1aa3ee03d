import { afterAll, describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from '@parley/contracts/channels';
import { deleteQueue, getEvents, registerQueue } from '@parley/contracts/event-queue';
import { sendMessage, updateMessageFlags } from '@parley/contracts/messaging';
import type { Actor } from '../client/actor.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
afterAll(() => closeConnections());

type Event = { readonly id: number; readonly type: string } & Readonly<Record<string, unknown>>;

async function queue(actor: Actor, params: Record<string, unknown> = {}) {
  const { queue_id, last_event_id } = await actor.ok(registerQueue, { fetch_event_types: [], ...params });
  return { queueId: queue_id ?? '', lastEventId: last_event_id };
}

/** A queue for the messages of a new channel, because other tests send to the same users meanwhile. */
async function queueOfChannel(params: Record<string, unknown> = {}) {
  const channel = await world.channel([world.member, world.colleague]);
  const narrow = [['channel', channel.name]];
  const at = await queue(me, { event_types: ['message'], narrow, ...params });
  const send = (content: string) => me.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'poll', content });
  return { at, channel, send };
}

/** Polls until an event matches, and returns all events up to it. */
async function until(actor: Actor, at: { queueId: string; lastEventId: number }, fits: (event: Event) => boolean): Promise<Event[]> {
  const seen: Event[] = [];
  const deadline = Date.now() + 15_000;
  for (let last = at.lastEventId; Date.now() < deadline; ) {
    const { events } = await actor.ok(getEvents, { queue_id: at.queueId, last_event_id: last });
    seen.push(...events);
    last = Math.max(last, ...events.map(({ id }) => id));
    if (seen.some(fits)) return seen;
  }
  throw new Error(`no matching event; saw ${JSON.stringify(seen)}`);
}

describe('a registration', () => {
  it('returns a queue, limits and the feature level under both names', async () => {
    const registered = await me.ok(registerQueue, {});
    expect(registered).toMatchObject({
      queue_id: expect.any(String),
      last_event_id: expect.any(Number),
      service_feature_level: 496,
      zulip_feature_level: 496,
      zulip_version: expect.any(String),
      idle_queue_timeout_secs: 600,
      max_message_length: 10_000,
      max_topic_length: 60,
      max_stream_name_length: 60,
      event_queue_longpoll_timeout_seconds: 90,
      realm_empty_topic_display_name: 'general chat',
      user_id: world.member.user_id,
      subscriptions: expect.any(Array),
      realm_users: expect.arrayContaining([expect.objectContaining({ user_id: world.colleague.user_id })]),
      unread_msgs: expect.objectContaining({ count: expect.any(Number), streams: expect.any(Array) }),
    });
  });

  it.each([
    ['event_types that are not a list', { event_types: 'message' }, 'event_types is not a list'],
    ['an invalid timeout', { idle_queue_timeout: 'soon' }, 'idle_queue_timeout is not an allowed_type'],
    ['an unknown narrow', { narrow: [['colour', 'red']] }, 'Operator colour not supported.'],
  ])('with %s is refused', async (_, params, msg) => {
    const answer = await me.call(registerQueue, params);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });
});

describe('a held poll', () => {
  it('is answered by a message that is sent meanwhile', async () => {
    const { at, channel, send } = await queueOfChannel({ apply_markdown: true });
    const poll = me.ok(getEvents, { queue_id: at.queueId, last_event_id: at.lastEventId });
    const { id } = await send('**now**');
    const { events } = await poll;
    expect(events).toEqual([
      {
        id: expect.any(Number),
        type: 'message',
        flags: [],
        message: expect.objectContaining({ id, subject: 'poll', stream_id: channel.id, content: '<p><strong>now</strong></p>' }),
      },
    ]);
  });

  it('contains the local id in the queue that sent it, and in no other', async () => {
    const sender = await queue(me, { event_types: ['message'] });
    const elsewhere = await queue(me, { event_types: ['message'] });
    await me.ok(sendMessage, {
      type: 'direct',
      to: [world.member.user_id],
      content: 'echo',
      queue_id: sender.queueId,
      local_id: 'local 17',
    });
    const [there] = await until(me, sender, ({ type }) => type === 'message');
    const [other] = await until(me, elsewhere, ({ type }) => type === 'message');
    expect([there?.local_message_id, other?.local_message_id]).toEqual(['local 17', undefined]);
  });

  it('is ended by another poll on the same queue', async () => {
    const { at, send } = await queueOfChannel();
    const polls = ['one', 'two'].map(() => me.ok(getEvents, { queue_id: at.queueId, last_event_id: at.lastEventId }));
    expect((await Promise.race(polls)).events).toEqual([]);
    await send('for the other');
    expect((await Promise.all(polls)).map(({ events }) => events.length).sort()).toEqual([0, 1]);
  });

  it('can be disabled', async () => {
    const { at } = await queueOfChannel();
    const { events, queue_id } = await me.ok(getEvents, { queue_id: at.queueId, last_event_id: at.lastEventId, dont_block: true });
    expect([events, queue_id]).toEqual([[], at.queueId]);
  });
});

describe('events', () => {
  it('stay until they are acknowledged', async () => {
    const { at, send } = await queueOfChannel();
    await send('one');
    const [one] = await until(me, at, ({ type }) => type === 'message');
    const again = await me.ok(getEvents, { queue_id: at.queueId, last_event_id: at.lastEventId, dont_block: true });
    expect(again.events.map(({ id }) => id)).toEqual([one?.id]);
    const acknowledged = await me.ok(getEvents, { queue_id: at.queueId, last_event_id: one?.id, dont_block: true });
    expect(acknowledged.events).toEqual([]);
    const pruned = await me.call(getEvents, { queue_id: at.queueId, last_event_id: at.lastEventId });
    expect([pruned.status, pruned.body.msg]).toEqual([400, `An event newer than ${at.lastEventId} has already been pruned!`]);
  });

  it('of a subscription are sent to its user and to users who may see the channel', async () => {
    const mine = await queue(me, { event_types: ['stream', 'subscription'] });
    const peers = await queue(colleague, { event_types: ['stream', 'subscription'] });
    const name = world.fresh('events');
    await me.ok(subscribe, { subscriptions: [{ name }] });
    const seen = await until(me, mine, (event) => event.op === 'add');
    expect(seen.map(({ type, op }) => [type, op])).toEqual([
      ['stream', 'create'],
      ['subscription', 'add'],
    ]);
    const theirs = await until(colleague, peers, (event) => event.op === 'peer_add');
    expect(theirs.map(({ type, op }) => [type, op])).toEqual([
      ['stream', 'create'],
      ['subscription', 'peer_add'],
    ]);
    await me.ok(unsubscribe, { subscriptions: [name] });
    await until(me, mine, (event) => event.op === 'remove');
    await until(colleague, peers, (event) => event.op === 'peer_remove' && (event.user_ids as number[]).includes(world.member.user_id));
  });

  it('of flags are sent to the other clients of the same user only', async () => {
    const [sender, reader] = [await world.newcomer(), await world.newcomer()];
    const [sends, reads] = [world.as(sender), world.as(reader)];
    const { id } = await sends.ok(sendMessage, { type: 'direct', to: [reader.user_id], content: 'to be read' });
    const theirs = await queue(reads, { event_types: ['update_message_flags'] });
    const mine = await queue(sends, { event_types: ['update_message_flags'] });
    await reads.ok(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
    const [event] = await until(reads, theirs, ({ type }) => type === 'update_message_flags');
    expect(event).toEqual({
      id: expect.any(Number),
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag: 'read',
      messages: [id],
      all: false,
    });
    expect((await sends.ok(getEvents, { queue_id: mine.queueId, last_event_id: mine.lastEventId, dont_block: true })).events).toEqual([]);
  });

  it('have strictly increasing ids', async () => {
    const { at, send } = await queueOfChannel();
    for (const n of [1, 2, 3, 4, 5]) await send(`${n}`);
    const seen = await until(me, at, (event) => (event.message as { content: string }).content.includes('5'));
    const ids = seen.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });
});

describe('a queue', () => {
  it.each([
    ['without a queue id', { last_event_id: -1 }, "Missing 'queue_id' argument"],
    ['without a last event id', { queue_id: 'x' }, "Missing 'last_event_id' argument"],
  ])('polled %s is refused', async (_, params, msg) => {
    const answer = await me.call(getEvents, params);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it('with an unknown id does not exist', async () => {
    const answer = await me.call(getEvents, { queue_id: 'nothing', last_event_id: -1 });
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ code: 'BAD_EVENT_QUEUE_ID', msg: 'Bad event queue ID: nothing', queue_id: 'nothing' }),
    ]);
  });

  it('of another user does not exist, in any organization', async () => {
    const at = await queue(me);
    for (const other of [colleague, world.as(world.stranger)]) {
      const polled = await other.call(getEvents, { queue_id: at.queueId, last_event_id: at.lastEventId });
      const deleted = await other.call(deleteQueue, { queue_id: at.queueId });
      expect([polled.body.code, deleted.body.code]).toEqual(['BAD_EVENT_QUEUE_ID', 'BAD_EVENT_QUEUE_ID']);
    }
  });

  it('can be deleted', async () => {
    const at = await queue(me);
    await me.ok(deleteQueue, { queue_id: at.queueId });
    const polled = await me.call(getEvents, { queue_id: at.queueId, last_event_id: at.lastEventId });
    const deleted = await me.call(deleteQueue, { queue_id: at.queueId });
    expect([polled.body.code, deleted.body.code]).toEqual(['BAD_EVENT_QUEUE_ID', 'BAD_EVENT_QUEUE_ID']);
  });

  it('refuses an event id above its newest', async () => {
    const at = await queue(me);
    const beyond = at.lastEventId + 65_536 * 1_000_000;
    const answer = await me.call(getEvents, { queue_id: at.queueId, last_event_id: beyond });
    expect([answer.status, answer.body.msg]).toEqual([400, `Event ${beyond} was not in this queue`]);
  });
});
