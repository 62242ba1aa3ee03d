import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { setTyping } from '@parley/contracts/messaging';
import { baseConfig } from '@parley/runtime';
import type { ChannelRow, UserRow } from '@parley/testing';
import { Announcements, AnnouncementsStubModule } from './announcements-stub.js';
import { joinChannel, leaveChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
  await suite.suite.start('event-queue', AnnouncementsStubModule, baseConfig);
});
afterAll(() => suite.close());
afterEach(() => {
  Announcements.hasRoom = true;
});

type Fields = Readonly<Record<string, unknown>>;
const type = (by: UserRow, fields: Fields) => suite.call(setTyping, by.caller, { op: 'start', ...fields });
const typeIn = (by: UserRow, channel: ChannelRow, fields: Fields = {}) =>
  type(by, { type: 'stream', stream_id: channel.id, topic: 'plans', ...fields });
const choose = ({ id: userId, organizationId }: UserRow, values: Record<string, boolean>) =>
  suite.client.userSettings.create({ data: { userId, organizationId, values } });

const received = (user: UserRow, queue = {}) => suite.announced(Announcements.of(user.organizationId), user, queue);

async function channelOfThree(values: Parameters<MessagingSuite['rows']['channel']>[1] = {}) {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const bob = await suite.rows.user(organization, { fullName: 'Bob' });
  const cat = await suite.rows.user(organization, { fullName: 'Cat' });
  const eve = await suite.rows.user(organization, { fullName: 'Eve' });
  const channel = await suite.rows.channel(organization, values);
  await suite.rows.subscription(channel, [ann, bob, cat]);
  return { organization, ann, bob, cat, eve, channel };
}
const person = ({ id, email }: UserRow) => ({ user_id: id, email });

describe('typing to users', () => {
  it('is sent to all participants, including the sender’s other clients', async () => {
    const { ann, bob, cat, eve } = await channelOfThree();
    await type(ann, { to: [cat.id, bob.id] });
    await type(ann, { op: 'stop', type: 'direct', to: [bob.id, ann.id, cat.id], topic: 'of no use', stream_id: 1 });
    const event = { type: 'typing', message_type: 'direct', sender: person(ann), recipients: [ann, bob, cat].map(person) };
    for (const user of [ann, bob, cat]) {
      expect(await received(user, { capabilities: {} })).toEqual([
        { ...event, op: 'start' },
        { ...event, op: 'stop' },
      ]);
    }
    expect(await received(eve)).toEqual([]);
  });

  it('also accepts addresses, as older clients send them', async () => {
    const { ann, bob } = await channelOfThree();
    await type(ann, { to: [bob.email.toUpperCase()] });
    expect(await received(bob)).toHaveLength(1);
  });

  it('is not sent to users who do not want it', async () => {
    const { ann, bob, cat } = await channelOfThree();
    await choose(bob, { receives_typing_notifications: false });
    await choose(ann, { receives_typing_notifications: false });
    await type(ann, { to: [bob.id, cat.id] });
    expect([await received(ann), await received(bob), (await received(cat)).length]).toEqual([[], [], 1]);
  });
});

describe('typing in a channel', () => {
  it('is sent to subscribers whose clients declared support', async () => {
    const { ann, bob, eve, channel } = await channelOfThree();
    await typeIn(ann, channel, { topic: '' });
    await typeIn(eve, channel, { type: 'channel', op: 'stop' });
    const event = { type: 'typing', message_type: 'stream', stream_id: channel.id };
    expect(await received(bob)).toEqual([
      { ...event, op: 'start', sender: person(ann), topic: '' },
      { ...event, op: 'stop', sender: person(eve), topic: 'plans' },
    ]);
    expect(await received(bob, { capabilities: { stream_typing_notifications: true } })).toMatchObject([{ topic: 'general chat' }, {}]);
    expect(await received(bob, { capabilities: { empty_topic_name: true } })).toEqual([]);
    expect(await received(ann)).toHaveLength(2);
    expect(await received(eve, { allPublicStreams: true })).toEqual([]);
  });

  it('is not sent to users who do not want it, nor to users who left since', async () => {
    const { ann, bob, cat, eve, channel } = await channelOfThree({ isPrivate: true });
    await choose(bob, { receives_typing_notifications: false });
    await typeIn(ann, channel);
    await leaveChannel(suite.suite, cat, channel);
    await joinChannel(suite.suite, eve, channel);
    expect([await received(bob), await received(cat), await received(eve)]).toEqual([[], [], []]);
    expect(await received(ann)).toHaveLength(1);
  });

  it('is sent to no one if there are more than 100 subscribers', async () => {
    const { organization, ann, channel } = await channelOfThree();
    await suite.rows.subscription(
      channel,
      (await suite.rows.manyUsers(organization, 97)).map((id) => ({ id })),
    );
    await typeIn(ann, channel);
    expect(await received(ann)).toHaveLength(1);
    await suite.rows.subscription(channel, [await suite.rows.user(organization)]);
    await typeIn(ann, channel);
    expect(await received(ann)).toHaveLength(1);
  });
});

describe('is not stored', () => {
  it('in any table', async () => {
    const { organization, ann, bob, channel } = await channelOfThree();
    const before = await suite.rowCounts(organization.id);
    await type(ann, { to: [bob.id] });
    await typeIn(ann, channel, { topic: 'new' });
    expect(await suite.rowCounts(organization.id)).toEqual(before);
  });
});

describe('is refused, and sent to no one', () => {
  it.each<[string, Fields, string, string]>([
    ['without an op', { op: undefined }, 'REQUEST_VARIABLE_MISSING', "Missing 'op' argument"],
    ['with an unknown op', { op: 'pause' }, 'BAD_REQUEST', 'Invalid op'],
    ['with the type that is no longer accepted', { type: 'private' }, 'BAD_REQUEST', 'Invalid type'],
    ['without recipients', { to: undefined }, 'BAD_REQUEST', "Missing 'to' argument"],
    ['to an empty list', { to: [] }, 'BAD_REQUEST', "Empty 'to' list"],
    ['to one who is not in a list', { to: 7 }, 'BAD_REQUEST', 'to is not a list'],
    ['to a user who does not exist', { to: [1_999_999_999] }, 'BAD_REQUEST', 'Invalid user ID 1999999999'],
    ['to an id beyond any column', { to: [2 ** 52] }, 'BAD_REQUEST', `Invalid user ID ${2 ** 52}`],
    ['to a null byte', { to: ['a\0@example.com'] }, 'BAD_REQUEST', "Invalid email 'a\0@example.com'"],
    ['in no channel', { type: 'stream', topic: 'plans' }, 'BAD_REQUEST', "Missing 'stream_id' argument"],
    ['in no topic', { type: 'channel', stream_id: 7 }, 'BAD_REQUEST', 'Missing topic'],
    [
      'in a topic too long',
      { type: 'stream', stream_id: 7, topic: 'x'.repeat(61) },
      'BAD_REQUEST',
      'topic is too long (limit: 60 characters)',
    ],
    ['in an unknown channel', { type: 'stream', stream_id: 1_999_999_999, topic: 'plans' }, 'BAD_REQUEST', 'Invalid channel ID'],
  ])('%s', async (_, fields, code, msg) => {
    const { organization, ann, bob } = await channelOfThree();
    expect(await suite.refusal(type(ann, { to: [bob.id], ...fields }))).toMatchObject({ status: 400, code, msg });
    expect(Announcements.of(organization.id)).toEqual([]);
  });

  it('by a user who disabled typing notifications', async () => {
    const { organization, ann, bob, cat, channel } = await channelOfThree();
    await choose(ann, { send_private_typing_notifications: false });
    await choose(bob, { send_stream_typing_notifications: false });
    const direct = await suite.refusal(type(ann, { to: [cat.id] }));
    const inChannel = await suite.refusal(typeIn(bob, channel));
    expect(direct.msg).toBe('User has disabled typing notifications for direct messages');
    expect(inChannel.msg).toBe('User has disabled typing notifications for channel messages');
    expect(Announcements.of(organization.id)).toEqual([]);
    await typeIn(ann, channel);
    await type(bob, { to: [cat.id] });
    expect(Announcements.of(organization.id)).toHaveLength(2);
  });

  it('if the sender may not send there, with the error of a send', async () => {
    const { organization, ann, eve } = await channelOfThree();
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    const posters = await suite.rows.channel(organization, { canSendMessageGroup: organization.groups['role:administrators'] });
    const starters = await suite.rows.channel(organization, { canCreateTopicGroup: organization.groups['role:administrators'] });
    const archived = await suite.rows.channel(organization, { isArchived: true });
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    const open = await suite.rows.channel(organization);
    const away = await suite.rows.channel(await suite.rows.organization());
    const gone = await suite.rows.user(organization, { isActive: false });
    const attempts: readonly (readonly [UserRow, Fields])[] = [
      [ann, { type: 'stream', stream_id: posters.id, topic: 't' }],
      [ann, { type: 'stream', stream_id: starters.id, topic: 't' }],
      [ann, { type: 'stream', stream_id: archived.id, topic: 't' }],
      [eve, { type: 'stream', stream_id: secret.id, topic: 't' }],
      [guest, { type: 'stream', stream_id: open.id, topic: 't' }],
      [ann, { type: 'stream', stream_id: away.id, topic: 't' }],
      [ann, { to: [gone.id] }],
    ];
    for (const [by, fields] of attempts) {
      const typing = await suite.refusal(type(by, fields));
      const { stream_id, ...rest } = fields;
      const sending = await suite.refusal(
        suite.send(by, { type: 'direct', ...(stream_id === undefined ? {} : { to: stream_id }), ...rest }),
      );
      // Only the error of a send names the channel that does not exist.
      const isUnknown = sending.code === 'STREAM_DOES_NOT_EXIST';
      const expected = isUnknown ? ['BAD_REQUEST', 'Invalid channel ID'] : [sending.code, sending.msg];
      expect([typing.code, typing.msg]).toEqual(expected);
    }
    expect(Announcements.of(organization.id)).toEqual([]);
  });

  it('under overload, with a Retry-After', async () => {
    const { ann, bob } = await channelOfThree();
    Announcements.hasRoom = false;
    expect(await suite.refusal(type(ann, { to: [bob.id] }))).toMatchObject({ status: 503, retryAfterSeconds: 1 });
  });
});
