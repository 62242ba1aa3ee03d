import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { messageSent, sendMessage } from '@parley/contracts/messaging';
import { type ChannelRow, loggedEvents, type UserRow } from '@parley/testing';
import { messagingConfig } from '../src/config.js';
import { MessagingModule } from '../src/messaging.module.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
  await suite.suite.start('messaging', MessagingModule, messagingConfig);
});
afterAll(() => suite.close());

const LOCAL = { queue_id: 'queue:1', local_id: '17.01' };

async function channelOfTwo() {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization);
  const bob = await suite.rows.user(organization);
  const channel = await suite.rows.channel(organization);
  await suite.rows.subscription(channel, [ann, bob]);
  return { organization, ann, bob, channel };
}

describe('repeating a send with the same queue and local id (P4)', () => {
  it('returns the first id and stores nothing, whatever else the repeat contains', async () => {
    const { organization, ann, bob, channel } = await channelOfTwo();
    const first = await suite.sendToChannel(ann, channel, LOCAL);
    const before = await suite.rowCounts(organization.id);
    expect(await suite.sendToChannel(ann, channel, LOCAL)).toBe(first);
    expect(await suite.sendDirect(ann, [bob], { ...LOCAL, content: 'else' })).toBe(first);
    expect(await suite.rowCounts(organization.id)).toEqual(before);
  });

  it('returns the first id even if sending is no longer allowed', async () => {
    const { organization, ann, channel } = await channelOfTwo();
    const first = await suite.sendToChannel(ann, channel, LOCAL);
    await suite.client.channel.update({ where: { id: channel.id }, data: { canSendMessageGroup: organization.groups['role:nobody'] } });
    expect(await suite.sendToChannel(ann, channel, LOCAL)).toBe(first);
  });

  it('is another message with another user, queue, local id or organization', async () => {
    const { organization, ann, bob, channel } = await channelOfTwo();
    const other = await channelOfTwo();
    const ids = [
      await suite.sendToChannel(ann, channel, LOCAL),
      await suite.sendToChannel(bob, channel, LOCAL),
      await suite.sendToChannel(ann, channel, { ...LOCAL, queue_id: 'queue:2' }),
      await suite.sendToChannel(ann, channel, { ...LOCAL, local_id: '17.02' }),
    ];
    await suite.sendToChannel(other.ann, other.channel, LOCAL);
    expect(new Set(ids).size).toBe(4);
    // By starting the topic, Ann follows it: one additional event.
    expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 4, localIds: 4, events: 5, seq: 5 });
  });

  it.each([
    [
      'a channel',
      // The other event: the sender follows the topic that they start.
      2,
      (from: UserRow, _: UserRow, channel: ChannelRow) => suite.sendToChannel(from, channel, { ...LOCAL, content: '@**all**' }),
    ],
    ['a person', 1, (from: UserRow, to: UserRow) => suite.sendDirect(from, [to], LOCAL)],
  ])('at the same moment to %s: one message, its events (%i) and their seqs, one answer', async (_, events, send) => {
    for (let round = 0; round < 5; round += 1) {
      const { organization, ann, bob, channel } = await channelOfTwo();
      const ids = await Promise.all(Array.from({ length: 8 }, () => send(ann, bob, channel)));
      expect(new Set(ids).size).toBe(1);
      expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 1, searchWords: 1, events, seq: events, localIds: 1 });
    }
  });
});

describe('many sends at once', () => {
  it('get ids in the order of the log, which has no gap', async () => {
    const { organization, ann, bob, channel } = await channelOfTwo();
    const sends = Array.from({ length: 40 }, (_, n) =>
      n % 3 === 0 ? suite.sendDirect(ann, [bob]) : suite.sendToChannel(n % 2 === 0 ? ann : bob, channel, { topic: `topic ${n % 4}` }),
    );
    const ids = await Promise.all(sends);
    const logged = await loggedEvents(suite.suite.database, organization.id);
    expect(logged.map(({ seq }) => seq)).toEqual(logged.map((_, n) => n + 1));
    const { seq } = await suite.rowCounts(organization.id);
    expect(seq).toBe(logged.length);
    const sent = logged.filter(({ type }) => type === messageSent.type);
    const idsInLog = sent.map(({ payload }) => (payload as { message: { id: number } }).message.id);
    expect(idsInLog).toEqual([...ids].sort((a, b) => a - b));
    const { lastMessageId } = await suite.client.organizationCounter.findUniqueOrThrow({ where: { organizationId: organization.id } });
    expect(Number(lastMessageId)).toBe(Math.max(...ids));
    const newest = await suite.client.topic.findMany({ where: { channelId: channel.id } });
    for (const topic of newest) {
      const newestInTopic = await suite.client.message.findFirstOrThrow({ where: { topicId: topic.id }, orderBy: { id: 'desc' } });
      expect(topic.maxMessageId).toBe(newestInTopic.id);
    }
  });

  it('create one conversation when both users write first', async () => {
    const { organization, ann, bob } = await channelOfTwo();
    await Promise.all([
      suite.sendDirect(ann, [bob]),
      suite.sendDirect(bob, [ann]),
      suite.sendDirect(ann, [bob]),
      suite.sendDirect(bob, [ann]),
    ]);
    expect(await suite.rowCounts(organization.id)).toMatchObject({ conversations: 1, participants: 2, messages: 4 });
  });
});

describe('a send that fails in the store', () => {
  it('leaves no message and uses no seq', async () => {
    const { organization, ann, channel } = await channelOfTwo();
    const before = await suite.rowCounts(organization.id);
    await suite.client.$executeRawUnsafe(
      `ALTER TABLE message_search ADD CONSTRAINT refuses CHECK (organization_id <> ${organization.id}) NOT VALID`,
    );
    const refused = await suite.refusal(suite.call(sendMessage, ann.caller, { type: 'stream', to: channel.id, topic: 'a', content: 'b' }));
    await suite.client.$executeRawUnsafe('ALTER TABLE message_search DROP CONSTRAINT refuses');
    expect(refused.status).toBe(500);
    expect(await suite.rowCounts(organization.id)).toEqual(before);
    await suite.sendToChannel(ann, channel);
    expect(await suite.rowCounts(organization.id)).toMatchObject({ seq: before.seq + 2, events: before.events + 2 });
  });
});
