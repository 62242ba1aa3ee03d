import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { type ChannelRow, expectEventsExplainState, statementsDuring, type UserRow } from '@parley/testing';
import type { MessagingSuite } from './messaging-suite.js';
import { MoveSuite } from './move-suite.js';

let moves: MoveSuite;
let suite: MessagingSuite;
beforeAll(async () => {
  moves = await MoveSuite.open();
  suite = moves.suite;
});
afterAll(() => suite.close());

async function setting() {
  const made = await moves.setting();
  const moderator = await suite.rows.user(made.organization, { role: ROLES.moderator });
  for (const channel of [made.channel, made.other]) await suite.rows.subscription(channel, [moderator]);
  return { ...made, moderator };
}
const move: MoveSuite['move'] = (...args) => moves.move(...args);
const age: MoveSuite['age'] = (...args) => moves.age(...args);
const inTopic = (by: UserRow, channel: ChannelRow, topic: string) =>
  suite.readIds(by, [
    { operator: 'channel', operand: channel.id },
    { operator: 'topic', operand: topic },
  ]);
const settings = (organizationId: number, values: Record<string, number | null>) =>
  suite.client.organization.update({ where: { id: organizationId }, data: { settings: values } });

describe('moving messages to another topic', () => {
  it.each<[string, readonly boolean[]]>([
    ['change_one', [false, true, false]],
    ['change_later', [false, true, true]],
    ['change_all', [true, true, true]],
  ])('%s moves the right ones', async (mode, moves) => {
    const { ann, bob, channel } = await setting();
    const ids = [
      await suite.sendToChannel(ann, channel, { topic: 'plans' }),
      await suite.sendToChannel(bob, channel, { topic: 'Plans' }),
      await suite.sendToChannel(ann, channel, { topic: 'plans' }),
    ];
    const elsewhere = await suite.sendToChannel(ann, channel, { topic: 'fun' });
    await move(ann, ids[1] ?? 0, { topic: 'Fun', propagate_mode: mode });
    const moved = ids.filter((_, place) => moves[place]);
    expect(await inTopic(bob, channel, 'fun')).toEqual([...moved, elsewhere].sort((a, b) => a - b));
    expect(await inTopic(bob, channel, 'plans')).toEqual(ids.filter((_, place) => !moves[place]));
    const topics = await suite.client.topic.findMany({ where: { channelId: channel.id }, orderBy: { key: 'asc' } });
    expect(topics.map(({ key, maxMessageId }) => [key, Number(maxMessageId)])).toEqual([
      ['fun', elsewhere],
      ...(moves[0] ? [] : [['plans', Math.max(...ids.filter((_, place) => !moves[place]))]]),
    ]);
  });

  it('keeps their old place in the history, and finds them by the words of the new topic', async () => {
    const { ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(bob, channel);
    await move(ann, id, { topic: 'colours' });
    const [seen] = await suite.seen(bob, [id]);
    expect(seen).toMatchObject({ subject: 'colours', last_moved_timestamp: expect.any(Number) });
    expect(seen).not.toHaveProperty('last_edit_timestamp');
    expect(seen?.edit_history).toEqual([{ user_id: ann.id, timestamp: expect.any(Number), prev_topic: 'plans', topic: 'colours' }]);
    const [words] = await suite.client.$queryRaw<{ found: boolean }[]>`
      SELECT tsv @@ to_tsquery('english', 'colour') AS found FROM message_search WHERE message_id = ${id}`;
    expect(words).toEqual({ found: true });
  });

  it('logs an event, and unread messages stay unread there', async () => {
    const { organization, ann, bob, channel } = await setting();
    const first = await suite.sendToChannel(ann, channel);
    const second = await suite.sendToChannel(ann, channel, { content: '@**Bob**' });
    const before = await suite.registerFields(bob);
    const mark = await suite.mark(organization.id);
    await move(ann, second, { topic: '', propagate_mode: 'change_all' });
    const after = await suite.registerFields(bob);
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['update_message'] });
    expect(events).toEqual([
      {
        id: expect.any(Number),
        type: 'update_message',
        user_id: ann.id,
        edit_timestamp: expect.any(Number),
        message_id: second,
        message_ids: [first, second],
        flags: ['mentioned'],
        rendering_only: false,
        stream_id: channel.id,
        stream_name: 'design',
        orig_subject: 'plans',
        propagate_mode: 'change_all',
        subject: '',
        topic_links: [],
      },
    ]);
    expectEventsExplainState({ before, events, after, userId: bob.id });
    expect(after).toMatchObject({ unread_msgs: { streams: [{ topic: '', unread_message_ids: [first, second] }], mentions: [second] } });
  });

  it('through a channel to which a person is not subscribed leaves them read for that person, although others stay subscribed', async () => {
    const { organization, ann, bob, channel, other, moderator } = await setting();
    const between = await suite.rows.channel(organization, { name: 'between' });
    await suite.rows.subscription(between, [ann, moderator]);
    const id = await suite.sendToChannel(moderator, channel);
    await move(moderator, id, { stream_id: between.id });
    expect([await suite.flagsOf(ann, id), await suite.flagsOf(bob, id)]).toEqual([[], ['read']]);
    await move(moderator, id, { stream_id: other.id });
    expect([await suite.flagsOf(ann, id), await suite.flagsOf(bob, id)]).toEqual([[], ['read']]);
  });

  it('together with new content logs one event and one history entry', async () => {
    const { organization, ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content: 'one' });
    const mark = await suite.mark(organization.id);
    await move(ann, id, { topic: 'fun', content: 'two' });
    expect(await suite.eventsSince(mark, bob)).toMatchObject([
      { orig_content: 'one', content: 'two', orig_subject: 'plans', subject: 'fun' },
    ]);
    const [seen] = await suite.seen(bob, [id]);
    expect(seen?.edit_history).toMatchObject([{ prev_content: 'one', prev_topic: 'plans', topic: 'fun' }]);
  });

  it('to another spelling of the same topic only changes the spelling', async () => {
    const { ann, bob, channel } = await setting();
    await suite.client.userTopic.create({
      data: {
        organizationId: bob.organizationId,
        userId: bob.id,
        channelId: channel.id,
        topicKey: 'plans',
        topicName: 'plans',
        visibilityPolicy: 1,
      },
    });
    const id = await suite.sendToChannel(ann, channel);
    await move(ann, id, { topic: 'PLANS', propagate_mode: 'change_all' });
    expect((await suite.seen(bob, [id]))[0]).toMatchObject({ subject: 'PLANS' });
    expect(await suite.client.userTopic.count({ where: { userId: bob.id } })).toBe(1);
  });

  it('logs several events for more than a thousand messages, with a constant number of statements', async () => {
    const { organization, ann, bob, channel, other } = await setting();
    const manyIn = async (topic: string, count: number) => {
      const first = await suite.sendToChannel(ann, channel, { topic });
      await suite.client.$executeRaw`
        INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, content, rendered, client_name)
        SELECT nextval('message_id_seq'), m.organization_id, m.channel_id, m.topic_id, m.topic, m.sender_id, m.sent_at, 'x', 'x', 'x'
        FROM message m, generate_series(1, ${count - 1}::int) WHERE m.id = ${first}`;
      return first;
    };
    // More than the few that are not counted first.
    const few = await manyIn('few', 30);
    const many = await manyIn('many', 2_100);
    const all = { stream_id: other.id, propagate_mode: 'change_all' };
    const statements = await statementsDuring(() => move(ann, few, all));
    const mark = await suite.mark(organization.id);
    expect(await statementsDuring(() => move(ann, many, all))).toHaveLength(statements.length);
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['update_message'] });
    expect(events.map(({ message_ids }) => (message_ids as number[]).length)).toEqual([1000, 1000, 100]);
    for (const { message_id, message_ids } of events) expect(message_ids).toContain(message_id);
    expect(await suite.client.message.count({ where: { channelId: other.id, topic: 'many' } })).toBe(2_100);
  });
});

describe('permission to move messages', () => {
  type Case = readonly [
    string,
    Record<string, string | number | null>,
    'ann' | 'moderator',
    Record<string, unknown>,
    number,
    string | undefined,
  ];
  const NOT_MOVE = "You don't have permission to move this message";
  const WEEK = 604_800;
  it.each<Case>([
    ['topics: everybody', {}, 'ann', { topic: 'x' }, 0, undefined],
    ['topics: not allowed', { can_move_messages_between_topics_group: 'role:nobody' }, 'ann', { topic: 'x' }, 0, NOT_MOVE],
    ['topics: moderators always', { can_move_messages_between_topics_group: 'role:nobody' }, 'moderator', { topic: 'x' }, 0, undefined],
    ['topics: in the grace', {}, 'ann', { topic: 'x' }, WEEK + 10, undefined],
    ['topics: too old', {}, 'ann', { topic: 'x' }, WEEK + 30, "The time limit for editing this message's topic has passed."],
    ['topics: too old, moderator', {}, 'moderator', { topic: 'x' }, WEEK + 30, undefined],
    ['topics: no limit', { move_messages_within_stream_limit_seconds: null }, 'ann', { topic: 'x' }, WEEK * 9, undefined],
    ['resolving: everybody, at any age', {}, 'ann', { topic: '\u2714 plans' }, WEEK * 9, undefined],
    [
      'resolving: not allowed',
      { can_resolve_topics_group: 'role:moderators' },
      'ann',
      { topic: '\u2714 plans' },
      0,
      "You don't have permission to resolve topics in this channel.",
    ],
    [
      'resolving: needs no right to move',
      { can_move_messages_between_topics_group: 'role:nobody' },
      'ann',
      { topic: '\u2714 plans' },
      0,
      undefined,
    ],
    [
      'another topic that looks resolved',
      { can_move_messages_between_topics_group: 'role:nobody' },
      'ann',
      { topic: '\u2714 x' },
      0,
      NOT_MOVE,
    ],
    ['channels: members', {}, 'ann', { stream_id: 0 }, 0, undefined],
    ['channels: not allowed', { can_move_messages_between_channels_group: 'role:moderators' }, 'ann', { stream_id: 0 }, 0, NOT_MOVE],
    ['channels: too old', {}, 'ann', { stream_id: 0 }, WEEK + 30, "The time limit for editing this message's channel has passed"],
    ['channels: too old, moderator', {}, 'moderator', { stream_id: 0 }, WEEK + 30, undefined],
    [
      'channel and topic: both are requested',
      { can_move_messages_between_topics_group: 'role:nobody' },
      'ann',
      { stream_id: 0, topic: 'x' },
      0,
      NOT_MOVE,
    ],
  ])('%s', async (_, values, who, fields, seconds, msg) => {
    const { organization, channel, other, ...people } = await setting();
    const stored = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? (Object.entries(organization.groups).find(([group]) => group === value)?.[1] ?? 0) : value,
    ]);
    await settings(organization.id, Object.fromEntries(stored));
    const id = await suite.sendToChannel(people.bob, channel);
    await age(id, seconds);
    const requested = 'stream_id' in fields ? { ...fields, stream_id: other.id } : fields;
    const answer = move(people[who], id, requested);
    if (msg === undefined) await answer;
    else expect((await suite.refusal(answer)).msg).toBe(msg);
    const [seen] = await suite.seen(people.bob, [id]);
    const isWhereItWas = seen?.stream_id === channel.id && seen.subject === 'plans';
    expect(isWhereItWas).toBe(msg !== undefined);
  });

  it('a whole topic moves only if all of it is recent enough', async () => {
    const { ann, channel } = await setting();
    const old = await suite.sendToChannel(ann, channel);
    await age(old, 700_000);
    const young = [await suite.sendToChannel(ann, channel), await suite.sendToChannel(ann, channel)];
    const refusal = await suite.refusal(move(ann, young[0] ?? 0, { topic: 'x', propagate_mode: 'change_all' }));
    expect([refusal.code, refusal.msg, refusal.fields]).toEqual([
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      'You only have permission to move the 2/3 most recent messages in this topic.',
      { first_message_id_allowed_to_move: young[0], total_messages_in_topic: 3, total_messages_allowed_to_move: 2 },
    ]);
    await move(ann, young[0] ?? 0, { topic: 'x', propagate_mode: 'change_later' });
  });

  it('the permission of the channel suffices without that of the organization', async () => {
    const { organization, ann, channel, other } = await setting();
    const nobody = organization.groups['role:nobody'];
    await settings(organization.id, {
      can_move_messages_between_topics_group: nobody,
      can_move_messages_between_channels_group: nobody,
      can_resolve_topics_group: nobody,
    });
    const everyone = organization.groups['role:everyone'];
    const id = await suite.sendToChannel(ann, channel);
    for (const [data, fields] of [
      [{ canMoveMessagesWithinChannelGroup: everyone }, { topic: 'x' }],
      [{ canResolveTopicsGroup: everyone }, { topic: '\u2714 x' }],
      [{ canMoveMessagesOutOfChannelGroup: everyone }, { stream_id: other.id }],
    ] as const) {
      await suite.refusal(move(ann, id, fields));
      await suite.client.channel.update({ where: { id: channel.id }, data });
      await move(ann, id, fields);
    }
  });

  it.each<[string, (groups: Readonly<Record<string, number>>) => Record<string, unknown>, Record<string, unknown>, string]>([
    [
      'no posting there',
      (groups) => ({ canSendMessageGroup: groups['role:nobody'] }),
      {},
      'You do not have permission to post in this channel.',
    ],
    [
      'no new topics there',
      (groups) => ({ canCreateTopicGroup: groups['role:nobody'] }),
      {},
      'You do not have permission to create new topics in this channel.',
    ],
    ['archived', () => ({ isArchived: true }), {}, "Not authorized to send to channel 'build'"],
    ['empty topic only', () => ({ topicsPolicy: 'empty_topic_only' }), {}, 'Only the general chat topic is allowed in this channel.'],
    [
      'no empty topic',
      () => ({ topicsPolicy: 'disable_empty_topic' }),
      { topic: '' },
      'Sending messages to the general chat is not allowed in this channel.',
    ],
  ])('not into a channel with %s', async (_, change, fields, msg) => {
    const { organization, ann, channel, other } = await setting();
    await suite.client.channel.update({ where: { id: other.id }, data: change(organization.groups) });
    const id = await suite.sendToChannel(ann, channel);
    expect((await suite.refusal(move(ann, id, { stream_id: other.id, ...fields }))).msg).toBe(msg);
  });

  it('new topics of the channel can be forbidden; resolving does not create one', async () => {
    const { organization, ann, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel);
    await suite.client.channel.update({ where: { id: channel.id }, data: { canCreateTopicGroup: organization.groups['role:nobody'] } });
    expect((await suite.refusal(move(ann, id, { topic: 'x' }))).msg).toBe(
      'You do not have permission to create new topics in this channel.',
    );
    await move(ann, id, { topic: '\u2714 plans' });
    await move(ann, id, { topic: 'plans' });
  });

  it('a channel that does not exist, may not be known or is in another organization is answered alike', async () => {
    const { organization, ann, channel } = await setting();
    const hidden = await suite.rows.channel(organization, { isPrivate: true });
    const elsewhere = await setting();
    const id = await suite.sendToChannel(ann, channel);
    for (const streamId of [hidden.id, elsewhere.channel.id, 999_999_999_999, 0, -1]) {
      expect((await suite.refusal(move(ann, id, { stream_id: streamId }))).msg).toBe('Invalid channel ID');
    }
  });
});
