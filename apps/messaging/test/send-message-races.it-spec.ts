import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import { messageSent } from '@parley/contracts/messaging';
import { joinChannel, leaveChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const MUTED = TOPIC_VISIBILITY.muted;

async function setting() {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const bob = await suite.rows.user(organization, { fullName: 'Bob' });
  const channel = await suite.rows.channel(organization);
  await suite.rows.subscription(channel, [ann]);
  return { organization, ann, bob, channel };
}

describe('a send that has read its context and waits for the counter', () => {
  it('does not reach a user who leaves before it', async () => {
    const { organization, ann, bob, channel } = await setting();
    await suite.rows.subscription(channel, [bob]);
    const mark = await suite.mark(organization.id);
    let sending: Promise<number> | undefined;
    await leaveChannel(suite.suite, bob, channel, () => {
      sending = suite.sendToChannel(ann, channel, { content: '@**Bob**' });
      return suite.untilStatementWaits();
    });
    const id = await sending;
    expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 1, flags: 0 });
    expect(await suite.flagsOf(bob, id ?? 0)).toEqual(['read', 'historical']);
    expect(await suite.eventsSince(mark, bob, { eventTypes: ['message'] })).toEqual([]);
    await joinChannel(suite.suite, bob, channel);
    expect(await suite.registerFields(bob)).toMatchObject({ unread_msgs: { count: 0, mentions: [] } });
  });

  it('is refused if its channel is archived before it; no outsider receives it if the channel becomes private before it', async () => {
    const { organization, ann, bob, channel } = await setting();
    await suite.rows.firstMessage(channel);
    const change = async (data: { isArchived?: boolean; isPrivate?: boolean }) => {
      const sending: Promise<number>[] = [];
      await suite.suite.database.transaction(async (tx) => {
        await tx.$queryRaw`SELECT FROM organization_counter WHERE organization_id = ${organization.id} FOR UPDATE`;
        await tx.channel.update({ where: { id: channel.id }, data });
        sending.push(suite.sendToChannel(ann, channel));
        await suite.untilStatementWaits();
      });
      return Promise.all(sending);
    };
    const mark = await suite.mark(organization.id);
    await change({ isPrivate: true });
    expect(await suite.eventsSince(mark, bob, { allPublicStreams: true, eventTypes: ['message'] })).toEqual([]);
    const before = await suite.rowCounts(organization.id);
    await expect(change({ isArchived: true })).rejects.toMatchObject({ msg: `Not authorized to send to channel '${channel.name}'` });
    expect(await suite.rowCounts(organization.id)).toEqual(before);
  });

  it('reaches a user who joins before it', async () => {
    const { ann, bob, channel } = await setting();
    let sending: Promise<number> | undefined;
    await joinChannel(suite.suite, bob, channel, () => {
      sending = suite.sendToChannel(ann, channel, { content: '@**Bob**' });
      return suite.untilStatementWaits();
    });
    const id = await sending;
    expect(await suite.flagsOf(bob, id ?? 0)).toEqual(['mentioned']);
    expect(await suite.registerFields(bob)).toMatchObject({ unread_msgs: { count: 1, mentions: [id] } });
  });

  it('takes an id newer than all others after a change that is rolled back', async () => {
    const { organization, ann, channel } = await setting();
    const before = await suite.sendToChannel(ann, channel);
    let sending: Promise<number>[] = [];
    const rolledBack = leaveChannel(suite.suite, ann, channel, async () => {
      sending = Array.from({ length: 4 }, () => suite.sendToChannel(ann, channel));
      await suite.untilStatementWaits();
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    const ids = await Promise.all(sending);
    expect(Math.min(...ids)).toBeGreaterThan(before);
    const logged = await suite.client.eventLog.findMany({
      where: { organizationId: organization.id, type: messageSent.type },
      orderBy: { seq: 'asc' },
    });
    const inLog = logged.map(({ payload }) => (payload as { message: { id: number } }).message.id);
    expect(inLog).toEqual([before, ...ids].sort((a, b) => a - b));
  });

  it('keeps a visibility policy that was chosen before it, and takes no seq for the dropped change', async () => {
    const { organization, ann, channel } = await setting();
    const where = { organizationId: organization.id };
    const sending = await suite.client.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT FROM organization_counter WHERE organization_id = ${organization.id} FOR UPDATE`;
        // By starting the topic, she would follow it.
        const sent = suite.sendToChannel(ann, channel);
        await suite.untilStatementWaits();
        await tx.userTopic.create({
          data: { ...where, userId: ann.id, channelId: channel.id, topicKey: 'plans', topicName: 'plans', visibilityPolicy: MUTED },
        });
        return { sent };
      },
      { timeout: 60_000 },
    );
    await sending.sent;
    expect(await suite.client.userTopic.findMany({ where })).toMatchObject([{ visibilityPolicy: MUTED }]);
    expect(await suite.rowCounts(organization.id)).toMatchObject({ messages: 1, events: 1, seq: 1 });
  });
});
