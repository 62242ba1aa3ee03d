import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import { addAlertWords, markAllAsRead, markChannelAsRead, updateMessage } from '@parley/contracts/messaging';
import { type ChannelRow, expectEventsExplainState, type UserRow } from '@parley/testing';
import type { MessagingSuite } from './messaging-suite.js';
import { MoveSuite } from './move-suite.js';

let moves: MoveSuite;
let suite: MessagingSuite;
beforeAll(async () => {
  moves = await MoveSuite.open();
  suite = moves.suite;
});
afterAll(() => suite.close());

const setting = () => moves.setting();
const move: MoveSuite['move'] = (...args) => moves.move(...args);
const age: MoveSuite['age'] = (...args) => moves.age(...args);

async function withBot(organization: { id: number; stringId: string }): Promise<UserRow> {
  const apiEmail = `notification-bot@${organization.stringId}.example.com`;
  return suite.rows.user(organization, { isBot: true, isSystemBot: true, apiEmail, fullName: 'Notification Bot' });
}

describe('the visibility policy of a topic', () => {
  const { inherit, muted, unmuted, followed } = TOPIC_VISIBILITY;
  it.each<[number, number, boolean, number]>([
    [muted, inherit, false, muted],
    [followed, inherit, false, followed],
    [muted, inherit, true, inherit],
    [followed, muted, true, followed],
    [followed, unmuted, true, unmuted],
    [muted, unmuted, true, unmuted],
  ])('moves with the whole topic: %i into %i (had messages: %s) becomes %i', async (had, target, targetHadMessages, expected) => {
    const { organization, ann, bob, channel, other } = await setting();
    const row = (channelId: number, topicKey: string, visibilityPolicy: number) =>
      suite.client.userTopic.create({
        data: { organizationId: organization.id, userId: bob.id, channelId, topicKey, topicName: topicKey, visibilityPolicy },
      });
    await row(channel.id, 'plans', had);
    if (target !== inherit) await row(other.id, 'plans', target);
    if (targetHadMessages) await suite.sendToChannel(ann, other);
    const id = await suite.sendToChannel(ann, channel);
    const mark = await suite.mark(organization.id);
    await move(ann, id, { stream_id: other.id, propagate_mode: 'change_all' });
    const rows = await suite.client.userTopic.findMany({ where: { userId: bob.id } });
    expect(rows.map((each) => [each.channelId, each.visibilityPolicy])).toEqual(expected === inherit ? [] : [[other.id, expected]]);
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['user_topic'] });
    expect(events.map(({ stream_id, visibility_policy }) => [stream_id, visibility_policy])).toEqual([
      [channel.id, inherit],
      ...(expected === target ? [] : [[other.id, expected]]),
    ]);
  });

  it('stays if some of the topic stays', async () => {
    const { organization, ann, bob, channel } = await setting();
    await suite.client.userTopic.create({
      data: {
        organizationId: organization.id,
        userId: bob.id,
        channelId: channel.id,
        topicKey: 'plans',
        topicName: 'plans',
        visibilityPolicy: muted,
      },
    });
    await suite.sendToChannel(ann, channel);
    const id = await suite.sendToChannel(ann, channel);
    await move(ann, id, { topic: 'x' });
    expect(await suite.client.userTopic.findMany({ where: { userId: bob.id } })).toMatchObject([{ topicKey: 'plans' }]);
  });
});

describe('the notification bot', () => {
  const texts = async (by: UserRow, bot: UserRow, channel: ChannelRow) => {
    const { messages } = await suite.read(by, [{ operator: 'channel', operand: channel.id }], { apply_markdown: false });
    return messages.filter(({ sender_id }) => sender_id === bot.id).map(({ subject, content }) => [subject, content]);
  };

  it('posts in the new topic where messages came from, and in the old one only if requested', async () => {
    const { organization, ann, bob, channel, other } = await setting();
    const bot = await withBot(organization);
    const id = await suite.sendToChannel(ann, channel);
    await suite.sendToChannel(ann, channel);
    const mark = await suite.mark(organization.id);
    await suite.call(updateMessage, ann.caller, { stream_id: other.id, topic: 'x' }, { message_id: String(id) });
    expect(await texts(bob, bot, other)).toEqual([['x', `A message was moved here from #**design>plans** by @_**Ann|${ann.id}**.`]]);
    expect(await texts(bob, bot, channel)).toEqual([]);
    const events = await suite.eventsSince(mark, ann);
    expect(events.map(({ type, flags }) => [type, flags])).toEqual([
      ['update_message', []],
      ['stream', undefined],
      ['stream', undefined],
      ['message', ['read']],
    ]);
    await move(ann, id, { stream_id: channel.id, topic: 'y', propagate_mode: 'change_all', send_notification_to_old_thread: true });
    expect(await texts(bob, bot, other)).toEqual([['x', `This topic was moved to #**design>y** by @_**Ann|${ann.id}**.`]]);
  });

  it('posts that a topic was resolved, and deletes the notice if that is undone at once', async () => {
    const { organization, ann, bob, channel } = await setting();
    const bot = await withBot(organization);
    const id = await suite.sendToChannel(ann, channel);
    const all = { propagate_mode: 'change_all' };
    await move(ann, id, { topic: '\u2714 plans', ...all });
    expect(await texts(bob, bot, channel)).toEqual([['\u2714 plans', `@_**Ann|${ann.id}** has marked this topic as resolved.`]]);
    expect((await suite.seen(bob, [id]))[0]).not.toHaveProperty('last_moved_timestamp');
    const mark = await suite.mark(organization.id);
    await move(ann, id, { topic: 'plans', ...all });
    expect(await texts(bob, bot, channel)).toEqual([]);
    const received = await suite.eventsSince(mark, bob, { eventTypes: ['message', 'delete_message'] });
    expect(received.map(({ type }) => type)).toEqual(['delete_message']);
    await move(ann, id, { topic: '\u2714 plans', ...all });
    const notice = (await suite.readIds(bob, [{ operator: 'sender', operand: bot.id }])).at(-1) ?? 0;
    await age(notice, 61);
    await move(ann, id, { topic: 'plans', ...all });
    expect(await texts(bob, bot, channel)).toEqual([
      ['plans', `@_**Ann|${ann.id}** has marked this topic as resolved.`],
      ['plans', `@_**Ann|${ann.id}** has marked this topic as unresolved.`],
    ]);
  });
});

describe('the notice that a topic was resolved', () => {
  const { followed, inherit } = TOPIC_VISIBILITY;
  const unread = async (user: UserRow) => {
    const { unread_msgs } = await suite.registerFields(user);
    return unread_msgs as { count: number };
  };

  it.each<[string | null, number, boolean]>([
    [null, inherit, true],
    [null, followed, false],
    ['except_followed', inherit, true],
    ['except_followed', followed, false],
    ['always', followed, true],
    ['never', inherit, false],
  ])('is read on arrival with policy %s and visibility policy %i: %s', async (policy, visibilityPolicy, isRead) => {
    const { organization, ann, bob, channel } = await setting();
    const bot = await withBot(organization);
    const about = { organizationId: organization.id, userId: bob.id };
    if (policy !== null) {
      await suite.client.userSettings.create({ data: { ...about, values: { resolved_topic_notice_auto_read_policy: policy } } });
    }
    const id = await suite.sendToChannel(ann, channel);
    if (visibilityPolicy !== inherit) {
      const topic = { channelId: channel.id, topicKey: 'plans', topicName: 'plans', visibilityPolicy };
      await suite.client.userTopic.create({ data: { ...about, ...topic } });
    }
    await suite.call(markAllAsRead, bob.caller, {});
    const before = await suite.registerFields(bob);
    const mark = await suite.mark(organization.id);
    await move(ann, id, { topic: '\u2714 plans', propagate_mode: 'change_all' });
    const events = await suite.eventsSince(mark, bob);
    expectEventsExplainState({ before, events, after: await suite.registerFields(bob), userId: bob.id });
    const [notice = 0] = await suite.readIds(bob, [{ operator: 'sender', operand: bot.id }]);
    expect(events.flatMap((event) => (event.type === 'message' ? [event.flags] : []))).toEqual([isRead ? ['read'] : []]);
    expect(await suite.flagsOf(bob, notice)).toEqual(isRead ? ['read'] : []);
    expect(await suite.flagsOf(ann, notice)).toEqual(['read']);
    expect(await unread(bob)).toMatchObject({ count: isRead ? 0 : 1 });
    if (!isRead) {
      await suite.call(markAllAsRead, bob.caller, {});
      expect(await unread(bob)).toMatchObject({ count: 0 });
    }
    await suite.changeFlags(bob, 'remove', 'read', [notice]);
    expect(await unread(bob)).toMatchObject({ count: 1 });
  });

  it('is read on arrival even if it contains an alert word, and stays read when it is moved', async () => {
    const { organization, ann, bob, channel, other } = await setting();
    const bot = await withBot(organization);
    await suite.call(addAlertWords, bob.caller, { alert_words: ['resolved'] });
    const id = await suite.sendToChannel(ann, channel);
    await move(ann, id, { topic: '\u2714 plans', propagate_mode: 'change_all' });
    const [notice = 0] = await suite.readIds(bob, [{ operator: 'sender', operand: bot.id }]);
    expect(await suite.flagsOf(bob, notice)).toEqual(['read', 'has_alert_word']);
    await suite.call(markAllAsRead, bob.caller, {});
    await move(ann, id, { stream_id: other.id, propagate_mode: 'change_all' });
    await suite.call(markChannelAsRead, bob.caller, { stream_id: channel.id });
    expect(await suite.flagsOf(ann, notice)).toEqual(['read']);
    expect(await unread(bob)).toMatchObject({ count: 0 });
  });

  it('writes no row for users who have it read', async () => {
    const { organization, ann, bob, channel } = await setting();
    await withBot(organization);
    const id = await suite.sendToChannel(ann, channel);
    const { flags } = await suite.rowCounts(organization.id);
    await move(ann, id, { topic: '\u2714 plans', propagate_mode: 'change_all' });
    expect(await suite.rowCounts(organization.id)).toMatchObject({ flags: flags + 1 });
    expect(await suite.client.messageFlag.count({ where: { userId: bob.id } })).toBe(0);
  });
});
