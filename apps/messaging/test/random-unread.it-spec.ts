import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unread, unreadInChannels } from '@parley/access';
import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import type { MessagesRead } from '@parley/contracts/messaging';
import { Prisma } from '@parley/persistence';
import { testSeeds } from '@parley/runtime';
import { type Chance, type ChannelRow, type OrganizationRow, seededChance } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const USERS = 25;
const CHANNELS = 4;
const MESSAGES = 150;
const STEP = 5;
let nextId = 3_000_000;

interface RandomWorld {
  readonly organization: OrganizationRow;
  readonly userIds: readonly number[];
  readonly channels: readonly ChannelRow[];
  readonly messageIds: readonly number[];
}

/** Subscriptions that began at different times, watermarks, rows of flags, muted senders, and messages that were moved or arrived as read. */
async function randomWorld(chance: Chance): Promise<RandomWorld> {
  const organization = await suite.rows.organization();
  const userIds = await suite.rows.manyUsers(organization, USERS);
  const channels: ChannelRow[] = [];
  for (let n = 0; n < CHANNELS; n += 1) channels.push(await suite.rows.channel(organization));
  const messageIds = Array.from({ length: MESSAGES }, (_, n) => nextId + n * STEP);
  nextId += 2 * MESSAGES * STEP;
  await randomMessages(chance, { organization, userIds, channels, messageIds });
  for (const userId of userIds) await randomReadState(chance, { organization, userIds, channels, messageIds }, userId);
  return { organization, userIds, channels, messageIds };
}

async function randomMessages(chance: Chance, { organization, userIds, channels, messageIds }: RandomWorld): Promise<void> {
  await suite.client.message.createMany({
    data: messageIds.map((id) => ({
      id: BigInt(id),
      organizationId: organization.id,
      channelId: chance.pick(channels).id,
      // Also back into the channel in which it was received.
      ...(chance.happens(0.3) && {
        originChannelId: chance.pick(channels).id,
        movedAtId: BigInt(id + STEP * chance.pick([1, 10, 50]) + 1),
      }),
      topic: 't',
      senderId: chance.pick(userIds),
      attrs: chance.pick([0, 0, 0, MESSAGE_ATTRS.arrivesRead, MESSAGE_ATTRS.readBySender]),
      sentAt: new Date(),
      content: 'x',
      rendered: '<p>x</p>',
      clientName: 'tests',
    })),
  });
}

async function randomReadState(chance: Chance, world: RandomWorld, userId: number): Promise<void> {
  const { organization, userIds, channels, messageIds } = world;
  const keys = { organizationId: organization.id, userId };
  const place = () => BigInt(chance.pick(messageIds) - 1);
  const inChannels = channels.map(({ id: channelId }) => ({ ...keys, channelId }));
  const known = inChannels.filter(() => chance.happens(0.8)).map((each) => ({ ...each, active: chance.happens(0.7) }));
  await suite.client.subscription.createMany({ data: known.map((each) => ({ ...each, color: '#000000' })) });
  await suite.client.subscriptionSpan.createMany({
    data: known.map(({ active, ...each }) => {
      const afterId = chance.happens(0.5) ? BigInt((messageIds[0] ?? 0) - 1) : place();
      return { ...each, afterId, ...(active ? {} : { untilId: afterId + 100n }) };
    }),
  });
  await suite.client.channelRead.createMany({
    data: inChannels.filter(() => chance.happens(0.5)).map((each) => ({ ...each, readId: place() })),
  });
  await suite.client.messageFlag.createMany({
    data: messageIds
      .filter(() => chance.happens(0.15))
      .map((id) => ({
        ...keys,
        messageId: BigInt(id),
        flags: chance.pick([0, FLAG_BITS.read, FLAG_BITS.starred, FLAG_BITS.read | FLAG_BITS.historical]),
      })),
  });
  const muted = chance.some(userIds, 3).filter((id) => id !== userId && chance.happens(0.3));
  await suite.client.mutedUser.createMany({
    data: muted.map((senderId) => ({
      ...keys,
      senderId,
      ...(chance.happens(0.5) ? { mutedAt: new Date() } : { readUntilId: place() }),
    })),
  });
}

/** `user message`, for each pair that `unread` names, of the users who are subscribed to the channel of the message. */
async function pairsBySql({ organization }: RandomWorld, condition: Prisma.Sql): Promise<string[]> {
  const found = await suite.client.$queryRaw<{ user_id: number; id: number }[]>(Prisma.sql`
    SELECT subscriber.user_id, m.id::float8 AS id FROM subscription subscriber JOIN message m ON m.channel_id = subscriber.channel_id
    WHERE subscriber.organization_id = ${organization.id} AND subscriber.active AND ${condition}
      AND ${unread({ organizationId: organization.id, userId: Prisma.sql`subscriber.user_id` })}`);
  return found.map(({ user_id, id }) => `${user_id} ${id}`).sort();
}

function pairsOf(groups: readonly MessagesRead[]): string[] {
  return groups.flatMap(({ userIds, messageIds }) => userIds.flatMap((userId) => messageIds.map((id) => `${userId} ${id}`))).sort();
}

describe('the unread messages of channels are those that are unread for each subscriber', () => {
  it.each(testSeeds([1, 2, 3, 4]))('seed %i', async (seed) => {
    const chance = seededChance(seed);
    const world = await randomWorld(chance);
    const { organization, userIds, channels, messageIds } = world;
    const ask = async (question: Parameters<typeof unreadInChannels>[2]) =>
      pairsOf(await unreadInChannels(suite.client, organization.id, question));

    const all = await pairsBySql(world, Prisma.sql`true`);
    expect(all.length).toBeGreaterThan(100);
    const channelIds = channels.map(({ id }) => id);
    expect(await ask({ channelIds })).toEqual(all);

    const [channel = 0, other = 0] = chance.some(channelIds, CHANNELS * 3);
    const here = Prisma.sql`m.channel_id = ${channel}`;
    expect(await ask({ channelIds: [channel] })).toEqual(await pairsBySql(world, here));

    const few = chance.some(userIds, 8);
    const ofUsers = Prisma.sql`subscriber.user_id = ANY (${few}::int[])`;
    expect(await ask({ channelIds, userIds: few })).toEqual(await pairsBySql(world, ofUsers));

    const fewMessages = chance.some(messageIds, 20);
    const elsewhere = Prisma.sql`NOT EXISTS (SELECT FROM subscription o WHERE o.user_id = subscriber.user_id AND o.channel_id = ${other} AND o.active)`;
    const moved = Prisma.sql`${here} AND m.id = ANY (${fewMessages}::bigint[]) AND ${elsewhere}`;
    expect(await ask({ channelIds: [channel], messageIds: fewMessages, notSubscribedTo: other })).toEqual(await pairsBySql(world, moved));

    const many = messageIds.filter((_, index) => index % 2 === 0);
    const movedMany = Prisma.sql`${here} AND m.id = ANY (${many}::bigint[]) AND ${elsewhere}`;
    expect(await ask({ channelIds: [channel], messageIds: many, notSubscribedTo: other })).toEqual(await pairsBySql(world, movedMany));
  });
});
