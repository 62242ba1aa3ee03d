import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newestSeq } from '@parley/testing';
import { RefreshActivity } from '../src/activity/refresh-activity.js';
import { ChannelsServiceModule } from '../src/channels-service.module.js';
import { channelsConfig } from '../src/config.js';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange } from './explain-change.js';

let channels: ChannelsSuite;
let refreshing: RefreshActivity;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
  const { app } = await channels.suite.start('channels', ChannelsServiceModule, channelsConfig);
  refreshing = app.get(RefreshActivity, { strict: false });
});
afterAll(() => channels.close());

const DAY_MS = 24 * 3600 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
let nextMessageId = 600_000n;

/** Inserts messages of these ages in days, the oldest first, because ids increase with time. */
async function messages(organizationId: number, senderId: number, sent: readonly { channelId: number; age: number }[]): Promise<void> {
  await channels.suite.database.client.message.createMany({
    data: [...sent]
      .sort((a, b) => b.age - a.age)
      .map(({ channelId, age }) => ({
        id: nextMessageId++,
        organizationId,
        channelId,
        topic: 't',
        senderId,
        sentAt: daysAgo(age),
        content: 'x',
        rendered: '<p>x</p>',
        clientName: 'tests',
      })),
  });
}

async function activityOf(channelId: number) {
  const { isRecentlyActive, weeklyTraffic } = await channels.suite.database.client.channel.findUniqueOrThrow({ where: { id: channelId } });
  return { isRecentlyActive, weeklyTraffic };
}

describe('channel activity', () => {
  it('is computed from the messages of four weeks, and sent to users who may see the channel', async () => {
    const all = await everyKind(channels);
    const { rows } = channels;
    const createdAt = daysAgo(400);
    const busy = await rows.channel(all.organization, { createdAt });
    const quiet = await rows.channel(all.organization, { createdAt });
    const secret = await rows.channel(all.organization, { createdAt, isPrivate: true });
    const young = await rows.channel(all.organization, { createdAt: daysAgo(2) });
    await rows.subscription(busy, [all.guest]);
    const recent = Array.from({ length: 12 }, (_, n) => ({ channelId: busy.id, age: 2 * n + 1 }));
    const old = [60, 40, 30].map((age) => ({ channelId: busy.id, age }));
    await messages(all.organization.id, all.member.id, [
      ...old,
      ...recent,
      { channelId: quiet.id, age: 200 },
      { channelId: young.id, age: 1 },
    ]);

    const received = await explainChange(channels, all, () => refreshing.execute(new Date()));
    expect(await activityOf(busy.id)).toEqual({ isRecentlyActive: true, weeklyTraffic: 3 });
    expect(await activityOf(quiet.id)).toEqual({ isRecentlyActive: false, weeklyTraffic: 0 });
    expect(await activityOf(secret.id)).toEqual({ isRecentlyActive: false, weeklyTraffic: 0 });
    expect(await activityOf(young.id)).toEqual({ isRecentlyActive: true, weeklyTraffic: null });
    const ofBusy = ['stream update stream_weekly_traffic'];
    const ofQuiet = ['stream update is_recently_active', 'stream update stream_weekly_traffic'];
    expect(received(all.guest)).toEqual(ofBusy);
    expect(received(all.member)).toEqual([...ofBusy, ...ofQuiet]);
    expect(received(all.administrator)).toEqual([...ofBusy, ...ofQuiet, ...ofQuiet]);
  });

  it('is not sent again if it did not change', async () => {
    const all = await everyKind(channels);
    await channels.rows.channel(all.organization, { createdAt: daysAgo(400) });
    await refreshing.execute(new Date());
    const seq = await newestSeq(channels.suite.database, all.organization.id);
    await refreshing.execute(new Date());
    expect(await newestSeq(channels.suite.database, all.organization.id)).toBe(seq);
  });

  it('is measured within an hour where something was sent, and elsewhere only in the hour of the organization', async () => {
    const all = await everyKind(channels);
    const { id, organizationId } = await channels.rows.channel(all.organization, { createdAt: daysAgo(400) });
    const hour = { parts: 24, rest: organizationId % 24 };
    const otherHour = { parts: 24, rest: (organizationId + 1) % 24 };
    await refreshing.execute(new Date(), otherHour);
    expect(await activityOf(id)).toEqual({ isRecentlyActive: true, weeklyTraffic: null });
    await refreshing.execute(new Date(), hour);
    expect(await activityOf(id)).toEqual({ isRecentlyActive: false, weeklyTraffic: 0 });
    await messages(
      organizationId,
      all.member.id,
      Array.from({ length: 4 }, () => ({ channelId: id, age: 0 })),
    );
    await refreshing.execute(new Date(), otherHour);
    expect(await activityOf(id)).toEqual({ isRecentlyActive: true, weeklyTraffic: 1 });
  });
});
