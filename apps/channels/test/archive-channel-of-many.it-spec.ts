import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import type { ChannelRow, OrganizationRow } from '@parley/testing';
import { becameRead } from './became-read.js';
import { ChannelsSuite } from './channels-suite.js';

jest.setTimeout(120_000);

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

/** Together more than are looked at one by one. */
const SUBSCRIBERS = 400;
const MESSAGES = 600;
const MOVED_IN = 40;
const FIRST_ID = 7_000_001;
/** The messages that were moved in come after the others. */
const FIRST_MOVED_ID = FIRST_ID + MESSAGES;
const NEWEST_ID = FIRST_MOVED_ID + MOVED_IN - 1;
/** Two portions of messages for each of three portions of users, and as many for those that were moved in. */
const MAX_EVENTS = 12;

/** What a subscriber has read, as rows tell it. */
interface Reading {
  readonly userId: number;
  readonly watermark: number;
  /** Read one by one above the watermark. */
  readonly readIds: readonly number[];
  /** Marked as unread again below it. */
  readonly unreadIds: readonly number[];
  /** Also subscribed to the channel that messages were moved in from. */
  readonly isInOrigin: boolean;
}

function readingOf(userId: number, place: number): Reading {
  const isInOrigin = place % 2 === 0;
  const middle = FIRST_ID + place;
  switch (place % 4) {
    case 0:
      return { userId, watermark: 0, readIds: [], unreadIds: [], isInOrigin };
    case 1:
      return { userId, watermark: middle, readIds: [], unreadIds: [], isInOrigin };
    case 2:
      return { userId, watermark: middle, readIds: [middle + 3, middle + 7], unreadIds: [], isInOrigin };
    default:
      return { userId, watermark: NEWEST_ID, readIds: [], unreadIds: [middle, middle + 1], isInOrigin };
  }
}

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

/** All above the watermarks, and the rows that say unread. */
function atMost({ watermark, unreadIds, isInOrigin }: Reading): number[] {
  const here = idsFrom(FIRST_ID, MESSAGES).filter((id) => id > watermark || unreadIds.includes(id));
  return isInOrigin ? [...here, ...idsFrom(FIRST_MOVED_ID, MOVED_IN)] : here;
}

async function storeMessages(organization: OrganizationRow, channel: ChannelRow, origin: ChannelRow, senderId: number): Promise<void> {
  const text = {
    organizationId: organization.id,
    channelId: channel.id,
    topic: 't',
    content: 'x',
    rendered: '<p>x</p>',
    clientName: 'tests',
  };
  const sent = { ...text, senderId, sentAt: new Date(), attrs: MESSAGE_ATTRS.readBySender };
  const movedIn = (id: number) => ({ ...sent, id: BigInt(id), originChannelId: origin.id, movedAtId: BigInt(NEWEST_ID) });
  const { client } = channels.suite.database;
  await client.message.createMany({ data: idsFrom(FIRST_ID, MESSAGES).map((id) => ({ ...sent, id: BigInt(id) })) });
  await client.message.createMany({ data: idsFrom(FIRST_MOVED_ID, MOVED_IN).map(movedIn) });
  await client.organizationCounter.update({ where: { organizationId: organization.id }, data: { lastMessageId: BigInt(NEWEST_ID) } });
}

async function storeReadings(organizationId: number, channel: ChannelRow, origin: ChannelRow, readings: readonly Reading[]): Promise<void> {
  const { client } = channels.suite.database;
  const inOrigin = readings.filter(({ isInOrigin }) => isInOrigin);
  const subscribed = [
    ...readings.map(({ userId }) => ({ userId, channelId: channel.id })),
    ...inOrigin.map(({ userId }) => ({ userId, channelId: origin.id })),
  ];
  await client.subscription.createMany({ data: subscribed.map((keys) => ({ ...keys, organizationId, active: true, color: '#76ce90' })) });
  await client.subscriptionSpan.createMany({ data: subscribed.map((keys) => ({ ...keys, organizationId, afterId: 0n })) });
  const marks = readings.filter(({ watermark }) => watermark > 0);
  await client.channelRead.createMany({
    data: marks.map(({ userId, watermark }) => ({ userId, channelId: channel.id, organizationId, readId: BigInt(watermark) })),
  });
  const flags = readings.flatMap(({ userId, readIds, unreadIds }) => [
    ...readIds.map((id) => ({ userId, organizationId, messageId: BigInt(id), flags: FLAG_BITS.read })),
    ...unreadIds.map((id) => ({ userId, organizationId, messageId: BigInt(id), flags: 0 })),
  ]);
  await client.messageFlag.createMany({ data: flags });
}

it('archiving a channel with many unread messages of many subscribers: few events, and each subscriber receives all that they had unread', async () => {
  const { rows, suite } = channels;
  const organization = await rows.organization();
  const [owner, author] = [await rows.user(organization, { role: 100 }), await rows.user(organization)];
  const [channel, origin] = [await rows.channel(organization), await rows.channel(organization)];
  await storeMessages(organization, channel, origin, author.id);
  const readings = (await rows.manyUsers(organization, SUBSCRIBERS)).map(readingOf);
  await storeReadings(organization.id, channel, origin, readings);

  await channels.archive(owner.caller, channel.id);

  const { events, messagesOf } = await becameRead(suite.database, organization.id);
  expect(events).toBeLessThanOrEqual(MAX_EVENTS);
  for (const reading of readings) {
    const received = messagesOf.get(reading.userId) ?? [];
    const most = atMost(reading);
    const unread = most.filter((id) => !reading.readIds.includes(id));
    expect(received.filter((id) => !most.includes(id))).toEqual([]);
    expect(unread.filter((id) => !received.includes(id))).toEqual([]);
    expect(received).toHaveLength(new Set(received).size);
  }
  expect(messagesOf.get(author.id)).toBeUndefined();
  const { client } = suite.database;
  expect(await client.messageFlag.count({ where: { organizationId: organization.id, flags: 0 } })).toBe(0);
  const marks = await client.channelRead.findMany({ where: { channelId: channel.id } });
  expect(marks.map(({ readId }) => Number(readId))).toEqual(readings.map(() => NEWEST_ID));
});
