import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { topicKey } from '@parley/contracts';
import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import { sendMessage } from '@parley/contracts/messaging';
import { type ChannelRow, expectEventsExplainState, loggedEvents, statementsDuring, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const { muted, unmuted, followed } = TOPIC_VISIBILITY;
const FOLLOW_NEVER = { automatically_follow_topics_policy: 4 };

async function channelOfTwo(values: Parameters<MessagingSuite['rows']['channel']>[1] = {}) {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const bob = await suite.rows.user(organization, { fullName: 'Bob' });
  const channel = await suite.rows.channel(organization, values);
  await suite.rows.subscription(channel, [ann, bob]);
  return { organization, ann, bob, channel };
}

const settings = (user: UserRow, values: Record<string, number>) =>
  suite.client.userSettings.create({ data: { userId: user.id, organizationId: user.organizationId, values } });

const muteChannel = (user: UserRow, channel: ChannelRow) =>
  suite.client.subscription.updateMany({ where: { userId: user.id, channelId: channel.id }, data: { isMuted: true } });

const choose = (user: UserRow, channel: ChannelRow, topic: string, visibilityPolicy: number) =>
  suite.client.userTopic.create({
    data: {
      userId: user.id,
      channelId: channel.id,
      organizationId: channel.organizationId,
      topicName: topic,
      topicKey: topicKey(topic),
      visibilityPolicy,
    },
  });

/** The visibility policy in the answer. */
async function sent(from: UserRow, channel: ChannelRow, topic: string, fields = {}): Promise<number | undefined> {
  const answer = await suite.call(sendMessage, from.caller, { type: 'stream', to: channel.id, topic, content: 'hello', ...fields });
  return answer.automatic_new_visibility_policy;
}

async function stored(user: UserRow): Promise<(string | number)[][]> {
  const rows = await suite.client.userTopic.findMany({ where: { userId: user.id }, orderBy: { topicKey: 'asc' } });
  return rows.map((row) => [row.topicName, row.visibilityPolicy]);
}

describe('sending to a topic', () => {
  it('makes its sender follow a topic that they start, reports it once, and logs it before the message', async () => {
    const { organization, ann, bob, channel } = await channelOfTwo();
    const mark = await suite.mark(organization.id);
    expect(await sent(ann, channel, 'Plans')).toBe(followed);
    expect(await sent(ann, channel, 'plans')).toBeUndefined();
    expect(await sent(bob, channel, 'PLANS')).toBeUndefined();
    expect(await stored(ann)).toEqual([['Plans', followed]]);
    expect(await stored(bob)).toEqual([]);
    const types = async (user: UserRow) =>
      (await suite.eventsSince(mark, user, { eventTypes: ['message', 'user_topic', 'muted_topics'] })).map(({ type }) => type);
    expect(await types(ann)).toEqual(['user_topic', 'message', 'message', 'message']);
    expect(await types(bob)).toEqual(['message', 'message', 'message']);
    expect((await suite.eventsSince(mark, ann))[0]).toMatchObject({
      stream_id: channel.id,
      topic_name: 'Plans',
      visibility_policy: followed,
      last_updated: expect.any(Number),
    });
  });

  it('unmutes it in a channel that the sender muted', async () => {
    const { ann, bob, channel } = await channelOfTwo();
    await sent(ann, channel, 'plans');
    await muteChannel(bob, channel);
    expect(await sent(bob, channel, 'plans')).toBe(unmuted);
    expect(await sent(bob, channel, 'plans')).toBeUndefined();
    expect(await stored(bob)).toEqual([['plans', unmuted]]);
  });

  it('respects the settings of the sender', async () => {
    const { ann, bob, channel } = await channelOfTwo();
    await settings(ann, { automatically_follow_topics_policy: 2 });
    await settings(bob, { ...FOLLOW_NEVER, automatically_unmute_topics_in_muted_streams_policy: 4 });
    await muteChannel(bob, channel);
    expect(await sent(bob, channel, 'plans')).toBeUndefined();
    expect(await sent(ann, channel, 'plans')).toBe(followed);
  });

  it('overrides a muted topic in a muted channel, and sends the older form of the event', async () => {
    const { organization, ann, channel } = await channelOfTwo();
    await muteChannel(ann, channel);
    await choose(ann, channel, 'plans', muted);
    await choose(ann, channel, 'other', muted);
    const mark = await suite.mark(organization.id);
    expect(await sent(ann, channel, 'Plans')).toBe(unmuted);
    expect(await suite.eventsSince(mark, ann, { eventTypes: ['muted_topics'] })).toMatchObject([
      { muted_topics: [[channel.name, 'other', expect.any(Number)]] },
    ]);
  });

  it('does not change a muted topic in an unmuted channel, even for the user who starts it', async () => {
    const { ann, channel } = await channelOfTwo();
    await choose(ann, channel, 'plans', muted);
    expect(await sent(ann, channel, 'plans')).toBeUndefined();
    expect(await stored(ann)).toEqual([['plans', muted]]);
  });

  it('counts as started if the sender may not read any of its messages', async () => {
    const { ann, bob, channel } = await channelOfTwo({ isPrivate: true, historyPublicToSubscribers: false });
    const id = await suite.sendToChannel(ann, channel);
    await suite.client.subscriptionSpan.updateMany({ where: { userId: bob.id }, data: { afterId: BigInt(id) } });
    expect(await sent(bob, channel, 'plans')).toBe(followed);
    const open = await channelOfTwo();
    await suite.sendToChannel(open.ann, open.channel);
    expect(await sent(open.bob, open.channel, 'plans')).toBeUndefined();
  });

  it('changes nothing for bots and direct messages', async () => {
    const { organization, ann, bob, channel } = await channelOfTwo();
    const bot = await suite.rows.user(organization, { isBot: true, botOwnerId: ann.id });
    expect(await sent(bot, channel, 'plans')).toBeUndefined();
    await suite.sendDirect(ann, [bob]);
    expect(await suite.rowCounts(organization.id)).toMatchObject({ userTopics: 0, events: 2, seq: 2 });
  });
});

describe('being mentioned in a topic', () => {
  it('makes everyone who receives the message follow it, in one event with the change of the sender', async () => {
    const { organization, ann, bob, channel } = await channelOfTwo();
    const outsider = await suite.rows.user(organization, { fullName: 'Out' });
    const bot = await suite.rows.user(organization, { fullName: 'Bot', isBot: true, botOwnerId: ann.id });
    const eve = await suite.rows.user(organization, { fullName: 'Eve' });
    await suite.rows.subscription(channel, [bot, eve]);
    await suite.rows.group(organization, { name: 'crew', members: [bob.id, eve.id, outsider.id] });
    await choose(bob, channel, 'plans', muted);
    const mark = await suite.mark(organization.id);
    expect(await sent(ann, channel, 'plans', { content: '@**Bot** @**Out** @*crew*' })).toBe(followed);
    for (const user of [ann, bob, eve]) expect(await stored(user)).toEqual([['plans', followed]]);
    for (const user of [outsider, bot]) expect(await stored(user)).toEqual([]);
    const types = async (user: UserRow) => (await suite.eventsSince(mark, user)).map(({ type }) => type);
    expect((await types(bob)).slice(0, 3)).toEqual(['user_topic', 'muted_topics', 'message']);
    expect((await types(eve)).slice(0, 2)).toEqual(['user_topic', 'message']);
    expect(await types(outsider)).not.toContain('user_topic');
    expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 1, events: 2, seq: 2, userTopics: 3 });
  });

  it('changes nothing for users who turned that off or follow it already, nor for silent mentions and wildcards', async () => {
    const { organization, ann, bob, channel } = await channelOfTwo();
    await suite.sendToChannel(ann, channel);
    const before = await suite.rowCounts(organization.id);
    expect(await sent(ann, channel, 'plans', { content: '@_**Bob** @**all** @**topic** @**Ann**' })).toBeUndefined();
    await suite.client.userSettings.create({
      data: { userId: bob.id, organizationId: organization.id, values: { automatically_follow_topics_where_mentioned: false } },
    });
    expect(await sent(ann, channel, 'plans', { content: '@**Bob**' })).toBeUndefined();
    expect(await suite.rowCounts(organization.id)).toMatchObject({ seq: before.seq + 2, events: before.events + 2, userTopics: 1 });
  });

  it('of oneself follows it, whatever sending alone would do', async () => {
    const { ann, bob, channel } = await channelOfTwo();
    await suite.sendToChannel(bob, channel);
    await muteChannel(ann, channel);
    expect(await sent(ann, channel, 'plans', { content: '@**Ann**' })).toBe(followed);
  });

  it('of more users than one event may contain logs several, each with its seq, in two statements', async () => {
    const { organization, ann, channel } = await channelOfTwo();
    const many = await suite.rows.manyUsers(organization, 1_500);
    await suite.rows.subscription(
      channel,
      many.map((id) => ({ id })),
    );
    await suite.rows.group(organization, { name: 'crowd', members: many });
    await suite.rows.firstMessage(channel);
    const statements = await statementsDuring(() => sent(ann, channel, 'plans', { content: '@*crowd*' }));
    expect(statements).toHaveLength(2);
    expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 1, events: 3, seq: 3, userTopics: 1_501 });
    const logged = await loggedEvents(suite.suite.database, organization.id);
    expect(logged.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'topic-visibility.changed'],
      [2, 'topic-visibility.changed'],
      [3, 'message.sent'],
    ]);
  });
});

describe('the write of a send that changes visibility', () => {
  it('is one statement: two in total', async () => {
    const { organization, ann, channel } = await channelOfTwo();
    await suite.rows.firstMessage(channel);
    const statements = await statementsDuring(() => sent(ann, channel, 'plans'));
    expect(statements).toHaveLength(2);
    expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 1, events: 2, seq: 2, userTopics: 1 });
  });

  it('is rolled back as a whole if a repeat arrives at the same moment; the answer to a repeat does not contain it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organization, ann, channel } = await channelOfTwo();
      const local = { queue_id: 'queue:1', local_id: '1' };
      const answers = await Promise.all(Array.from({ length: 6 }, () => sent(ann, channel, 'plans', local)));
      expect(answers.filter((policy) => policy !== undefined)).toEqual([followed]);
      expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 1, events: 2, seq: 2, userTopics: 1 });
    }
  });

  it('happens once for simultaneous sends that start a topic, and leaves no seq without an event', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organization, ann, channel } = await channelOfTwo();
      const answers = await Promise.all(Array.from({ length: 8 }, () => sent(ann, channel, 'plans')));
      expect(answers.filter((policy) => policy !== undefined)).toEqual([followed]);
      const logged = await loggedEvents(suite.suite.database, organization.id);
      expect(logged.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 8, seq: 9 });
    }
  });

  it('is explained by its events', async () => {
    const { organization, ann, bob, channel } = await channelOfTwo();
    await muteChannel(bob, channel);
    const before = { user_topics: [] };
    const mark = await suite.mark(organization.id);
    for (const user of [ann, bob]) for (const topic of ['a', 'b', 'A', '']) await sent(user, channel, topic);
    for (const user of [ann, bob]) {
      const rows = await suite.client.userTopic.findMany({ where: { userId: user.id }, orderBy: { topicKey: 'asc' } });
      const user_topics = rows.map((row) => ({
        stream_id: row.channelId,
        topic_name: row.topicName,
        last_updated: Math.floor(row.updatedAt.getTime() / 1000),
        visibility_policy: row.visibilityPolicy,
      }));
      expect(user_topics).toHaveLength(3);
      const events = await suite.eventsSince(mark, user);
      expectEventsExplainState({ before, events, after: { user_topics }, userId: user.id });
    }
  });
});
