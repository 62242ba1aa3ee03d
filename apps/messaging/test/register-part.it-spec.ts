import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerParts } from '@parley/contracts/event-queue';
import { statementsDuring } from '@parley/testing';
import { leaveChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const setting = () => suite.channelOfTwo();

const NOTHING_UNREAD = { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false };

describe('the part of messaging in a registration', () => {
  it('has every field, with empty values for a new user', async () => {
    const { eve } = await setting();
    expect(await suite.registerFields(eve)).toEqual({
      max_message_id: -1,
      unread_msgs: NOTHING_UNREAD,
      starred_messages: [],
      recent_private_conversations: [],
      muted_users: [],
      alert_words: [],
      drafts: [],
      scheduled_messages: [],
      reminders: [],
    });
  });

  it('contains the unread messages by conversation, newest conversation first, ids ascending', async () => {
    const { ann, bob, eve, channel } = await setting();
    const plans = [await suite.sendToChannel(ann, channel, { topic: 'plans' })];
    const empty = await suite.sendToChannel(ann, channel, { topic: '', content: '@**Bob**' });
    plans.push(await suite.sendToChannel(ann, channel, { topic: 'Plans', content: '@**all**' }));
    const direct = await suite.sendDirect(ann, [bob]);
    const alone = await suite.sendDirect(bob, [bob]);
    const group = await suite.sendDirect(eve, [ann, bob]);
    const fields = await suite.registerFields(bob);
    expect(fields).toMatchObject({
      max_message_id: group,
      unread_msgs: {
        count: 6,
        pms: [
          { other_user_id: bob.id, sender_id: bob.id, unread_message_ids: [alone] },
          { other_user_id: ann.id, sender_id: ann.id, unread_message_ids: [direct] },
        ],
        huddles: [{ user_ids_string: [ann.id, bob.id, eve.id].join(','), unread_message_ids: [group] }],
        streams: [
          { stream_id: channel.id, topic: 'Plans', unread_message_ids: plans },
          { stream_id: channel.id, topic: '', unread_message_ids: [empty] },
        ],
        mentions: [empty, plans[1]],
        old_unreads_missing: false,
      },
      recent_private_conversations: [
        { max_message_id: group, user_ids: [ann.id, eve.id] },
        { max_message_id: alone, user_ids: [] },
        { max_message_id: direct, user_ids: [ann.id] },
      ],
    });
    const shown = await suite.registerFields(bob, { capabilities: {} });
    expect(shown).toMatchObject({ unread_msgs: { streams: [{ topic: 'Plans' }, { topic: 'general chat' }] } });
  });

  it('lists muted topics and channels, and does not count them', async () => {
    const { organization, ann, bob, channel } = await setting();
    const muted = await suite.rows.channel(organization);
    await suite.rows.subscription(muted, [ann, bob], { isMuted: true });
    const mute = (channelId: number, topicKey: string, visibilityPolicy: number) =>
      suite.client.userTopic.create({
        data: { userId: bob.id, organizationId: organization.id, channelId, topicKey, topicName: topicKey, visibilityPolicy },
      });
    await mute(channel.id, 'noise', 1);
    await mute(muted.id, 'kept', 2);
    // Otherwise a mention would make Bob follow its topic.
    await suite.client.userSettings.create({
      data: { userId: bob.id, organizationId: organization.id, values: { automatically_follow_topics_where_mentioned: false } },
    });
    await suite.sendToChannel(ann, channel, { topic: 'Noise', content: '@**all**' });
    const personal = await suite.sendToChannel(ann, muted, { topic: 'any', content: '@**Bob**' });
    const kept = await suite.sendToChannel(ann, muted, { topic: 'kept', content: '@**all**' });
    const { unread_msgs } = await suite.registerFields(bob);
    expect(unread_msgs).toMatchObject({ count: 1, mentions: [personal, kept] });
    expect((unread_msgs as { streams: unknown[] }).streams).toHaveLength(3);
  });

  it('omits unread messages of a private channel that the user left, and keeps stars and the newest message', async () => {
    const { organization, ann, bob } = await setting();
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    await suite.rows.subscription(secret, [ann, bob]);
    const id = await suite.sendToChannel(ann, secret, { content: '@**Bob**' });
    await suite.changeFlags(bob, 'add', 'starred', [id]);
    expect(await suite.registerFields(bob)).toMatchObject({ unread_msgs: { count: 1, mentions: [id] }, starred_messages: [id] });
    await leaveChannel(suite.suite, bob, secret);
    expect(await suite.registerFields(bob)).toMatchObject({ unread_msgs: NOTHING_UNREAD, starred_messages: [id], max_message_id: id });
    expect(await suite.readIds(bob, [['is', 'starred']])).toEqual([]);
  });

  it('finds the same unread messages in steps for a user who is far behind', async () => {
    const { organization, ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content: '@**Bob**' });
    const near = await suite.registerFields(bob);
    await suite.client.organizationCounter.update({
      where: { organizationId: organization.id },
      data: { lastMessageId: BigInt(id) + 1_000_000n },
    });
    const sent = await statementsDuring(async () => expect(await suite.registerFields(bob)).toEqual(near));
    expect(sent.filter((text) => text.includes('WITH unread AS'))).toHaveLength(3);
  });

  it('lists the newest 50,000 unread messages, and reports that there are more', async () => {
    const { organization, ann, bob, channel } = await setting();
    await suite.sendToChannel(ann, channel, { topic: 'old' });
    await suite.client.$executeRaw`
      WITH moved AS (SELECT setval('message_id_seq', nextval('message_id_seq') + 500000) AS last),
      made AS (
        INSERT INTO message (id, organization_id, channel_id, topic_id, sender_id, sent_at, topic, content, rendered, client_name)
        SELECT nextval('message_id_seq'), ${organization.id}, ${channel.id}, (SELECT max(id) FROM topic WHERE channel_id = ${channel.id}), ${ann.id}, now(),
          'new', '', '', 'tests'
        FROM moved, generate_series(1, 50000)
        RETURNING id)
      UPDATE organization_counter SET last_message_id = (SELECT max(id) FROM made) WHERE organization_id = ${organization.id}`;
    const sent = await statementsDuring(async () => {
      const { unread_msgs } = await suite.registerFields(bob);
      expect(unread_msgs).toMatchObject({ count: 50_000, old_unreads_missing: true, streams: [{ topic: 'new' }] });
    });
    expect(sent.filter((text) => text.includes('WITH unread AS'))).toHaveLength(1);
  });

  it('lists muted users with the time', async () => {
    const { organization, ann, bob, eve } = await setting();
    const at = new Date(1_700_000_000_000);
    const row = { organizationId: organization.id, userId: bob.id };
    await suite.client.mutedUser.create({ data: { ...row, senderId: ann.id, mutedAt: at } });
    await suite.client.mutedUser.create({ data: { ...row, senderId: eve.id, readUntilId: 0n } });
    expect(await suite.registerFields(bob)).toMatchObject({ muted_users: [{ id: ann.id, timestamp: 1_700_000_000 }] });
  });

  it.each([
    [['message'], ['max_message_id']],
    [
      ['message', 'update_message_flags'],
      ['max_message_id', 'unread_msgs'],
    ],
    [['update_message_flags'], []],
    [
      ['starred_messages', 'drafts'],
      ['drafts', 'starred_messages'],
    ],
    [[], []],
  ])('with event types %j has %j', async (fetchEventTypes, names) => {
    const { bob } = await setting();
    expect(Object.keys(await suite.registerFields(bob, { fetchEventTypes })).sort()).toEqual(names);
  });

  it('is empty for a visitor, and has the fields that clients read for a visitor who may view an organization', async () => {
    const { ann } = await setting();
    const options = { fetchEventTypes: null, clientGravatar: false, includeSubscribers: 'false', slimPresence: true } as const;
    const look = (spectatedOrganizationId?: number) =>
      suite.suite.database.exportSnapshot(
        ({ snapshotId }) =>
          suite.suite.rpc.call(
            registerParts.messaging,
            {
              snapshotId,
              options: { ...options, presenceHistoryLimitDays: 1, applyMarkdown: true, capabilities: {} },
              ...(spectatedOrganizationId !== undefined && { spectatedOrganizationId }),
            },
            { host: 'localhost', clientName: 'tests' },
          ),
        10_000,
      );
    expect(await look()).toEqual({ fields: {} });
    const { fields } = await look(ann.organizationId);
    expect(fields).toMatchObject({
      max_message_id: -1,
      unread_msgs: { count: 0, streams: [] },
      drafts: [],
      recent_private_conversations: [],
    });
    expect(Object.keys(fields).sort()).toEqual(Object.keys(await suite.registerFields(ann)).sort());
  });

  it('shows the given snapshot, whatever was sent since', async () => {
    const { ann, bob, channel } = await setting();
    const options = { fetchEventTypes: ['message'], clientGravatar: false, includeSubscribers: 'false', slimPresence: true } as const;
    const first = await suite.sendToChannel(ann, channel);
    const part = await suite.suite.database.exportSnapshot(async ({ snapshotId }) => {
      await suite.sendToChannel(ann, channel);
      return suite.suite.rpc.call(
        registerParts.messaging,
        {
          snapshotId,
          options: { ...options, fetchEventTypes: ['message'], presenceHistoryLimitDays: 1, applyMarkdown: true, capabilities: {} },
        },
        bob.caller,
      );
    }, 10_000);
    expect(part.fields).toEqual({ max_message_id: first });
  });
});
