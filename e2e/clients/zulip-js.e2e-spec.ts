import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import zulip, { type Answer, type Client } from 'zulip-js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { Compatibility } from './compatibility.js';
import { fileAt } from './run-script.js';

const world = new World();
const { version } = JSON.parse(readFileSync(fileAt('node_modules/zulip-js/package.json'), 'utf8'));
const compatibility = new Compatibility('zulip-js', `zulip-js ${version}`);
const note = async (call: string, answer: Promise<Answer>) => compatibility.note(call, await answer);
const connect = ({ email, api_key }: { email: string; api_key: string }) =>
  zulip({ realm: world.baseUrl, username: email, apiKey: api_key });
const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };

let me: Client;
let friend: Client;
let administrator: Client;
let friendId: number;
let channel: { id: number; name: string };
beforeAll(async () => {
  const people = [await world.newcomer('Anna Js'), await world.newcomer('Ben Js')] as const;
  me = await connect(people[0]);
  friend = await connect(people[1]);
  friendId = people[1].user_id;
  administrator = await connect(world.administrator);
  channel = await world.channel([...people]);
});
afterAll(() => closeConnections());

describe('zulip-js', () => {
  it('connects with a password', async () => {
    const { email, password, api_key } = await world.newcomer();
    const client = await zulip({ realm: world.baseUrl, username: email, password });
    expect(client.config.apiKey).toBe(api_key);
    expect(await note('accounts.retrieve', client.accounts.retrieve())).toMatchObject({ api_key });
    expect(await note('callEndpoint', client.callEndpoint('/users/me', 'GET'))).toMatchObject({ email });
  });

  it('reads the state of an organization', async () => {
    expect(await note('server.settings', me.server.settings())).toMatchObject({ zulip_feature_level: expect.any(Number) });
    expect(await note('users.retrieve', me.users.retrieve({ client_gravatar: true }))).toMatchObject({
      members: expect.arrayContaining([expect.objectContaining({ user_id: friendId, full_name: 'Ben Js' })]),
    });
    expect(await note('users.me.getProfile', me.users.me.getProfile())).toMatchObject({ full_name: 'Anna Js' });
    expect(await note('users.me.alertWords.retrieve', me.users.me.alertWords.retrieve())).toMatchObject({ alert_words: [] });
    const named = { name: channel.name, stream_id: channel.id };
    expect(await note('streams.retrieve', me.streams.retrieve())).toMatchObject({
      streams: expect.arrayContaining([expect.objectContaining(named)]),
    });
    expect(await note('streams.getStreamId', me.streams.getStreamId(channel.name))).toMatchObject({ stream_id: channel.id });
    expect(await note('streams.subscriptions.retrieve', me.streams.subscriptions.retrieve())).toMatchObject({
      subscriptions: expect.arrayContaining([expect.objectContaining(named)]),
    });
    expect(await note('emojis.retrieve', me.emojis.retrieve())).toMatchObject({ emoji: expect.any(Object) });
  });

  it('sends, reads, edits, reacts, marks and types, and another client receives the events', async () => {
    const queue = await note('queues.register', friend.queues.register({ event_types: FOLLOWED }));
    const { id = 0 } = await note('messages.send', me.messages.send({ type: 'stream', to: channel.name, topic: 'js', content: 'Hello' }));
    expect(await note('messages.render', me.messages.render('**Hello**'))).toMatchObject({ rendered: '<p><strong>Hello</strong></p>' });
    await note('messages.update', me.messages.update({ message_id: id, content: 'Hello, **all**' }));
    const narrow = [{ operator: 'stream', operand: channel.name }];
    const history = await note('messages.retrieve', me.messages.retrieve({ anchor: 'newest', num_before: 5, num_after: 0, narrow }));
    expect(history.messages).toEqual([expect.objectContaining({ id, content: '<p>Hello, <strong>all</strong></p>' })]);
    expect(await note('messages.getById', me.messages.getById({ message_id: id }))).toMatchObject({ message: { id } });
    expect(await note('messages.getHistoryById', me.messages.getHistoryById({ message_id: id }))).toMatchObject({
      message_history: [{ content: 'Hello' }, { content: 'Hello, **all**' }],
    });
    expect(await note('streams.topics.retrieve', me.streams.topics.retrieve({ stream_id: channel.id }))).toMatchObject({
      topics: [{ name: 'js', max_id: id }],
    });
    await note('messages.flags.add', friend.messages.flags.add({ messages: [id], flag: 'read' }));
    await note('messages.flags.remove', friend.messages.flags.remove({ messages: [id], flag: 'read' }));
    await note('reactions.add', me.reactions.add({ message_id: id, ...TADA }));
    await note('reactions.remove', me.reactions.remove({ message_id: id, ...TADA }));
    await me.reactions.add({ message_id: id, ...TADA });
    await note('messages.deleteReactionById', me.messages.deleteReactionById({ message_id: id, ...TADA }));
    await note('typing.send', me.typing.send({ op: 'start', to: [friendId] }));
    await note('messages.deleteById', administrator.messages.deleteById({ message_id: id }));
    expect(await me.messages.getById({ message_id: id })).toMatchObject({ msg: 'Invalid message(s)' });
    expect(await receivedEvents(queue, EXPECTED_EVENTS.length)).toEqual(EXPECTED_EVENTS);
    await note('queues.deregister', friend.queues.deregister({ queue_id: queue.queue_id }));
    expect(await friend.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1 })).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  });

  it('receives all events if it names no types: it then sends the word null', async () => {
    const queue = await friend.queues.register({ event_types: null });
    await me.messages.send({ type: 'stream', to: channel.name, topic: 'js', content: 'Anything' });
    await me.typing.send({ op: 'start', to: [friendId] });
    expect(await receivedEvents(queue, 2)).toEqual(['message', 'typing start']);
  });

  it('creates a user and a channel, leaves it and archives it', async () => {
    const email = `${world.fresh('js').replaceAll(' ', '-')}@demo.example`;
    const person = { email, password: 'correct horse battery', full_name: 'Made By Js', short_name: 'js' };
    const { user_id } = await note('users.create', administrator.users.create(person));
    const made = await zulip({ realm: world.baseUrl, username: email, password: person.password });
    expect(await made.users.me.getProfile()).toMatchObject({ user_id, full_name: 'Made By Js' });
    const name = world.fresh('js');
    expect(await note('users.me.subscriptions.add', made.users.me.subscriptions.add({ subscriptions: [{ name }] }))).toMatchObject({
      subscribed: { [String(user_id)]: [name] },
    });
    const { stream_id } = await made.streams.getStreamId(name);
    const leaving = made.users.me.subscriptions.remove({ subscriptions: JSON.stringify([name]) });
    expect(await note('users.me.subscriptions.remove', leaving)).toMatchObject({ removed: [name] });
    await note('streams.deleteById', administrator.streams.deleteById({ stream_id }));
    expect(await made.streams.retrieve()).not.toMatchObject({
      streams: expect.arrayContaining([expect.objectContaining({ stream_id })]),
    });
  });

  it('is refused calls that the API no longer has', async () => {
    expect(await note('filters.retrieve', me.filters.retrieve())).toMatchObject({ msg: 'Method Not Allowed' });
    expect(await note('users.me.pointer.retrieve', me.users.me.pointer.retrieve())).toMatchObject({ msg: 'Not found' });
    expect(await note('users.me.pointer.update', me.users.me.pointer.update(1))).toMatchObject({ msg: 'Not found' });
  });

  it('has no other calls, except the loop that the bots and the flows run', () => {
    expect(callsOf(me).sort()).toEqual([...compatibility.calls, 'callOnEachEvent'].sort());
  });

  it('had the results in docs/clients.md', () => compatibility.expectPageIsCurrent());
});

/** The names of all calls that the package offers, such as `messages.flags.add`. */
function callsOf(value: object, path: readonly string[] = []): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'function') return [[...path, name].join('.')];
    return typeof member === 'object' && member !== null ? callsOf(member, [...path, name]) : [];
  });
}

const FOLLOWED = ['message', 'update_message', 'update_message_flags', 'reaction', 'typing', 'delete_message'];
const EXPECTED_EVENTS = [
  'message',
  'update_message',
  'update_message_flags add',
  'update_message_flags remove',
  'reaction add',
  'reaction remove',
  'reaction add',
  'reaction remove',
  'typing start',
  'delete_message',
];

/** The next tested events of the friend's queue. */
async function receivedEvents({ queue_id, last_event_id }: Answer, count: number): Promise<string[]> {
  const received: string[] = [];
  for (let last = last_event_id; received.length < count; ) {
    const { events = [] } = await note('events.retrieve', friend.events.retrieve({ queue_id, last_event_id: last }));
    const followed = events.filter(({ type }) => FOLLOWED.includes(type));
    received.push(...followed.map(({ type, op }) => (op === undefined ? type : `${type} ${op}`)));
    last = events.at(-1)?.id ?? last;
  }
  return received;
}
