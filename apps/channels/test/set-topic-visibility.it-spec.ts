import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiError, decodeParams, ROLES } from '@parley/contracts';
import { changeMutedTopics, setTopicVisibility } from '@parley/contracts/channels';
import { type ChannelRow, expectEventsExplainState, newestSeq, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

async function memberOf(values: Parameters<ChannelsSuite['rows']['channel']>[1] = {}) {
  const organization = await channels.rows.organization();
  const member = await channels.rows.user(organization);
  const channel = await channels.rows.channel(organization, values);
  await channels.rows.subscription(channel, [member]);
  return { organization, member, channel };
}

function set(user: UserRow, channel: { id: number }, topic: string, visibility_policy: unknown) {
  const { params } = decodeParams(setTopicVisibility.params, { fields: { stream_id: channel.id, topic, visibility_policy }, path: {} });
  return channels.suite.rpc.call(setTopicVisibility, params, user.caller);
}

function mute(user: UserRow, op: string, fields: Readonly<Record<string, unknown>>) {
  const { params } = decodeParams(changeMutedTopics.params, { fields: { op, topic: 'Lunch', ...fields }, path: {} });
  return channels.suite.rpc.call(changeMutedTopics, params, user.caller);
}

async function refusal(work: () => Promise<unknown>): Promise<Partial<ApiError>> {
  try {
    await work();
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('the call was not refused');
}

const msgOf = async (work: () => Promise<unknown>) => (await refusal(work)).msg;

async function policies(user: UserRow) {
  const { user_topics } = await channels.registerFields(user.caller);
  return (user_topics as { stream_id: number; topic_name: string; visibility_policy: number }[]).map((topic) => [
    topic.topic_name,
    topic.visibility_policy,
  ]);
}

async function mutedNames(user: UserRow) {
  const { muted_topics } = await channels.registerFields(user.caller);
  return (muted_topics as [string, string, number][]).map(([channel, topic]) => [channel, topic]);
}

/** Runs the change and checks that registration before + events = registration after. Returns the types of the user's events. */
async function explain(user: UserRow, change: () => Promise<unknown>) {
  const before = await channels.registerFields(user.caller);
  const mark = await channels.mark(user.organizationId);
  await change();
  const events = await channels.eventsSince(mark, user);
  expectEventsExplainState({ before, events, after: await channels.registerFields(user.caller), userId: user.id });
  return events.map((event) => event.type);
}

describe('POST /user_topics', () => {
  it('mutes, unmutes, follows and resets a topic, in any spelling, and keeps the newest spelling', async () => {
    const { member, channel } = await memberOf();
    await set(member, channel, 'Lunch', 1);
    expect(await policies(member)).toEqual([['Lunch', 1]]);
    await set(member, channel, 'LUNCH', 2);
    expect(await policies(member)).toEqual([['LUNCH', 2]]);
    await set(member, channel, 'lunch', 3);
    expect(await policies(member)).toEqual([['lunch', 3]]);
    await set(member, channel, 'lunch', 0);
    expect(await policies(member)).toEqual([]);
  });

  it('accepts every name of the empty topic', async () => {
    const { member, channel } = await memberOf();
    for (const [topic, policy] of [
      ['', 1],
      ['(no topic)', 2],
      ['general chat', 3],
    ] as const) {
      await set(member, channel, topic, policy);
      expect(await policies(member)).toEqual([['', policy]]);
    }
  });

  it('sends no event if nothing changes', async () => {
    const { organization, member, channel } = await memberOf();
    await set(member, channel, 'Lunch', 3);
    const seq = await newestSeq(channels.suite.database, organization.id);
    await set(member, channel, 'lunch', 3);
    await set(member, channel, 'other', 0);
    expect(await newestSeq(channels.suite.database, organization.id)).toBe(seq);
    expect(await policies(member)).toEqual([['Lunch', 3]]);
  });

  it('is not visible to other users, and does not change their policies', async () => {
    const { organization, member, channel } = await memberOf();
    const other = await channels.rows.user(organization);
    await channels.rows.subscription(channel, [other]);
    expect(await explain(other, () => set(member, channel, 'Lunch', 1))).toEqual([]);
    expect(await policies(other)).toEqual([]);
  });

  it('sends events that explain the state; muted_topics if the list of muted topics changed', async () => {
    const { member, channel } = await memberOf();
    expect(await explain(member, () => set(member, channel, 'Lunch', 1))).toEqual(['user_topic', 'muted_topics']);
    expect(await explain(member, () => set(member, channel, '', 1))).toEqual(['user_topic', 'muted_topics']);
    expect(await explain(member, () => set(member, channel, 'plans', 3))).toEqual(['user_topic']);
    expect(await explain(member, () => set(member, channel, 'lunch', 2))).toEqual(['user_topic', 'muted_topics']);
    expect(await explain(member, () => set(member, channel, 'lunch', 0))).toEqual(['user_topic']);
    expect(await explain(member, () => set(member, channel, '', 0))).toEqual(['user_topic', 'muted_topics']);
  });

  it('concurrent changes of one topic keep snapshot and events consistent', async () => {
    const { member, channel } = await memberOf();
    await explain(member, () =>
      Promise.all([1, 2, 3, 0, 1, 3].map((policy, n) => set(member, channel, n % 2 ? 'LUNCH' : 'lunch', policy))),
    );
  });

  it('is refused for hidden and archived channels', async () => {
    const { organization, member } = await memberOf();
    const secret = await channels.rows.channel(organization, { isPrivate: true });
    const over = await channels.rows.channel(organization, { isArchived: true });
    const elsewhere = await memberOf();
    for (const channel of [secret, over, elsewhere.channel, { id: 1_999_999_999 }]) {
      for (const policy of [1, 2, 3]) expect(await msgOf(() => set(member, channel, 'Lunch', policy))).toBe('Invalid channel ID');
    }
    const guest = await channels.rows.user(organization, { role: ROLES.guest });
    const open = await channels.rows.channel(organization);
    expect(await msgOf(() => set(guest, open, 'Lunch', 1))).toBe('Invalid channel ID');
  });

  it('can reset the policy after the channel was hidden or archived, but never in another organization', async () => {
    const { organization, member, channel } = await memberOf({ isPrivate: true });
    const { client } = channels.suite.database;
    await set(member, channel, 'Lunch', 3);
    await client.subscription.updateMany({ where: { channelId: channel.id }, data: { active: false } });
    expect(await explain(member, () => set(member, channel, 'Lunch', 0))).toEqual(['user_topic']);
    expect(await client.userTopic.count({ where: { organizationId: organization.id } })).toBe(0);
    const elsewhere = await memberOf();
    expect(await msgOf(() => set(member, elsewhere.channel, 'Lunch', 0))).toBe('Invalid channel ID');
  });

  it.each([
    [{ visibility_policy: 4 }, 'Invalid visibility_policy'],
    [{ visibility_policy: -1 }, 'Invalid visibility_policy'],
    [{ visibility_policy: '1.5' }, 'visibility_policy is not an integer'],
    [{ topic: 'x'.repeat(61) }, 'topic is too long (limit: 60 characters)'],
    [{ topic: 'a\u0000b' }, 'Invalid character in topic, at position 2!'],
  ])('refuses %j and changes nothing', async (fields, msg) => {
    const { organization, member, channel } = await memberOf();
    const { topic = 'Lunch', visibility_policy = 1 }: { topic?: string; visibility_policy?: unknown } = fields;
    expect(await msgOf(async () => set(member, channel, topic, visibility_policy))).toBe(msg);
    expect(await newestSeq(channels.suite.database, organization.id)).toBe(0);
  });
});

describe('PATCH /users/me/subscriptions/muted_topics', () => {
  const byId = (channel: ChannelRow) => ({ stream_id: channel.id });
  const byName = (channel: ChannelRow) => ({ stream: channel.name.toUpperCase() });

  it.each([
    ['id', byId],
    ['name', byName],
  ])('mutes and unmutes by %s, even twice', async (_, reference) => {
    const { member, channel } = await memberOf();
    for (let time = 0; time < 2; time += 1) {
      await mute(member, 'add', reference(channel));
      expect(await mutedNames(member)).toEqual([[channel.name, 'Lunch']]);
    }
    for (let time = 0; time < 2; time += 1) {
      await mute(member, 'remove', { ...reference(channel), topic: 'lunch' });
      expect(await mutedNames(member)).toEqual([]);
    }
  });

  it('remove does not change a followed or unmuted topic', async () => {
    const { member, channel } = await memberOf();
    await set(member, channel, 'Lunch', 3);
    expect(await explain(member, () => mute(member, 'remove', byId(channel)))).toEqual([]);
    expect(await policies(member)).toEqual([['Lunch', 3]]);
    expect(await explain(member, () => mute(member, 'add', byId(channel)))).toEqual(['user_topic', 'muted_topics']);
  });

  it('remove works for hidden channels; add does not', async () => {
    const { organization, member } = await memberOf();
    const secret = await channels.rows.channel(organization, { isPrivate: true, name: 'secret' });
    await mute(member, 'remove', byId(secret));
    await mute(member, 'remove', byName(secret));
    expect(await msgOf(() => mute(member, 'add', byId(secret)))).toBe('Invalid channel ID');
    expect(await msgOf(() => mute(member, 'add', byName(secret)))).toBe("Invalid channel name 'SECRET'");
  });

  it('treats unknown channels and those of another organization alike', async () => {
    const { member } = await memberOf();
    const { channel } = await memberOf({ name: 'theirs' });
    for (const op of ['add', 'remove']) {
      expect(await msgOf(() => mute(member, op, byId(channel)))).toBe('Invalid channel ID');
      expect(await msgOf(() => mute(member, op, { stream_id: 1_999_999_999 }))).toBe('Invalid channel ID');
      expect(await msgOf(() => mute(member, op, { stream: 'theirs' }))).toBe("Invalid channel name 'theirs'");
    }
  });

  it('requires exactly one of stream_id and stream, and a known op', async () => {
    const { member, channel } = await memberOf();
    expect(await refusal(() => mute(member, 'add', {}))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'stream_id' argument",
    });
    expect(await refusal(() => mute(member, 'add', { ...byId(channel), stream: channel.name }))).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'Unsupported parameter combination: stream_id, stream',
    });
    expect(await msgOf(async () => mute(member, 'toggle', byId(channel)))).toBe('Invalid op');
  });
});

describe('the older event', () => {
  it('has the complete list, and goes to all queues except those that request user_topic by name', async () => {
    const { member, channel } = await memberOf({ name: 'general' });
    await set(member, channel, 'Lunch', 1);
    const mark = await channels.mark(member.organizationId);
    await set(member, channel, '', 1);
    const received = (eventTypes: string[] | null, capabilities = { empty_topic_name: false }) =>
      channels.eventsSince(mark, member, { eventTypes, capabilities });
    expect(await received(['muted_topics'])).toMatchObject([
      {
        muted_topics: [
          ['general', 'general chat', expect.any(Number)],
          ['general', 'Lunch', expect.any(Number)],
        ],
      },
    ]);
    expect((await received(['muted_topics', 'user_topic'])).map(({ type }) => type)).toEqual(['user_topic']);
    expect((await received(null)).map(({ type }) => type)).toEqual(['user_topic', 'muted_topics']);
    expect(await received(['user_topic'], { empty_topic_name: true })).toMatchObject([
      { stream_id: channel.id, topic_name: '', visibility_policy: 1, last_updated: expect.any(Number) },
    ]);
  });
});
