import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type GroupGraph,
  hasContentAccess,
  hasMetadataAccess,
  isInGroup,
  isWatching,
  mayReadChannelMessage,
  mayReadMessage,
  readable,
  readableChannel,
  readViewer,
  subscriptionJoin,
  watchersOfChannels,
} from '@parley/access';
import { ALL_ROLES, ROLES } from '@parley/contracts';
import type { ChannelWatchers } from '@parley/contracts/channels';
import { channelsById, Prisma } from '@parley/persistence';
import { testSeeds } from '@parley/runtime';
import { type Chance, type OrganizationRow, seededChance, type UserRow } from '@parley/testing';
import { readersUnsubscribed } from '../src/channel-history/unsubscribed-readers.repository.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const CHANNELS = 12;
const MESSAGES = 120;

interface RandomSpan {
  readonly afterId: number;
  readonly untilId: number;
}

interface RandomChannel {
  readonly id: number;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
  readonly groups: {
    readonly canSubscribeGroup: number;
    readonly canAddSubscribersGroup: number;
    readonly canAdministerChannelGroup: number;
  };
  /** By user, ascending. The last one may be open. */
  readonly spans: ReadonlyMap<number, readonly RandomSpan[]>;
}

interface RandomMessage {
  readonly id: number;
  readonly channel: RandomChannel;
  /** The channel from which it was moved, and the id of the move. */
  readonly moved: { readonly from: RandomChannel; readonly atId: number } | undefined;
}

interface RandomWorld {
  readonly organization: OrganizationRow;
  readonly users: readonly UserRow[];
  readonly graph: GroupGraph;
  readonly channels: readonly RandomChannel[];
  readonly messages: readonly RandomMessage[];
}

const OPEN = Number.MAX_SAFE_INTEGER;
let nextId = 2_000_000;

/** Channels of every kind, some archived; nested groups and system groups in settings; closed and open spans; moved messages. */
async function randomWorld(chance: Chance): Promise<RandomWorld> {
  const { rows } = suite;
  const organization = await rows.organization();
  const users: UserRow[] = [];
  for (const role of [...ALL_ROLES, ROLES.member, ROLES.guest]) users.push(await rows.user(organization, { role }));
  const { graph, pickGroup } = await randomGroups(chance, organization, users);
  const channels: RandomChannel[] = [];
  const firstId = nextId;
  nextId += 1_000;
  for (let n = 0; n < CHANNELS; n += 1) channels.push(await randomChannel(chance, organization, users, pickGroup, firstId));
  const messages = Array.from({ length: MESSAGES }, (_, n): RandomMessage => {
    const [channel, from] = [chance.pick(channels), chance.pick(channels)];
    const id = firstId + n * 5;
    return { id, channel, moved: chance.happens(0.3) && from !== channel ? { from, atId: id + 7 } : undefined };
  });
  await suite.client.message.createMany({
    data: messages.map(({ id, channel, moved }) => ({
      id: BigInt(id),
      organizationId: organization.id,
      channelId: channel.id,
      ...(moved && { originChannelId: moved.from.id, movedAtId: BigInt(moved.atId) }),
      topic: 't',
      senderId: users[0]?.id ?? 0,
      sentAt: new Date(),
      content: 'x',
      rendered: '<p>x</p>',
      clientName: 'tests',
    })),
  });
  return { organization, users, graph, channels, messages };
}

async function randomGroups(chance: Chance, organization: OrganizationRow, users: readonly UserRow[]) {
  const members = new Map<number, number[]>();
  const subgroups = new Map<number, number[]>();
  const system = Object.values(organization.groups);
  for (let n = 0; n < 6; n += 1) {
    const inside = {
      members: chance.some(users, 2).map(({ id }) => id),
      subgroups: chance.some([...members.keys(), chance.pick(system)], 2),
    };
    const id = await suite.rows.group(organization, inside);
    members.set(id, inside.members);
    subgroups.set(id, inside.subgroups);
  }
  const systemGroups = new Map(Object.entries(organization.groups).map(([name, id]) => [id, name]));
  const pickGroup = () => (chance.happens(0.4) ? organization.groups['role:nobody'] : chance.pick([...members.keys(), ...system]));
  return { graph: { members, subgroups, systemGroups }, pickGroup };
}

async function randomChannel(
  chance: Chance,
  organization: OrganizationRow,
  users: readonly UserRow[],
  pickGroup: () => number,
  firstId: number,
): Promise<RandomChannel> {
  const kinds = [
    { isPrivate: false, isWebPublic: true, historyPublicToSubscribers: true },
    { isPrivate: false, isWebPublic: false, historyPublicToSubscribers: true },
    { isPrivate: true, isWebPublic: false, historyPublicToSubscribers: true },
    { isPrivate: true, isWebPublic: false, historyPublicToSubscribers: false },
  ];
  const kind = chance.pick(kinds);
  const groups = { canSubscribeGroup: pickGroup(), canAddSubscribersGroup: pickGroup(), canAdministerChannelGroup: pickGroup() };
  const { id } = await suite.rows.channel(organization, { ...kind, ...groups, isArchived: chance.happens(0.25) });
  const spans = new Map<number, RandomSpan[]>();
  for (const user of users) if (chance.happens(0.6)) spans.set(user.id, randomSpans(chance, firstId));
  const keys = { channelId: id, organizationId: organization.id };
  await suite.client.subscription.createMany({
    data: [...spans].map(([userId, own]) => ({ ...keys, userId, color: '#000000', active: own.some(({ untilId }) => untilId === OPEN) })),
  });
  await suite.client.subscriptionSpan.createMany({
    data: [...spans].flatMap(([userId, own]) =>
      own.map(({ afterId, untilId }) => ({
        ...keys,
        userId,
        afterId: BigInt(afterId),
        ...(untilId === OPEN ? {} : { untilId: BigInt(untilId) }),
      })),
    ),
  });
  return { id, ...kind, groups, spans };
}

function randomSpans(chance: Chance, firstId: number): RandomSpan[] {
  const [a, b, c] = Array.from({ length: 3 }, () => firstId + chance.pick(Array.from({ length: 100 }, (_, n) => n * 6))).sort(
    (x, y) => x - y,
  );
  if (a === undefined || b === undefined || c === undefined || a === b || b === c) return [{ afterId: firstId, untilId: OPEN }];
  return [{ afterId: a, untilId: b }, ...(chance.happens(0.6) ? [{ afterId: c, untilId: OPEN }] : [])];
}

function relationOf({ graph }: RandomWorld, { groups, spans }: RandomChannel, { id, role }: UserRow) {
  const isIn = (groupId: number) => isInGroup(graph, groupId, { id, role, isFullMember: role <= ROLES.member });
  return {
    role,
    isSubscribed: spans.get(id)?.some(({ untilId }) => untilId === OPEN) ?? false,
    mayJoinByGroup: isIn(groups.canSubscribeGroup) || isIn(groups.canAddSubscribersGroup),
    administersByGroup: isIn(groups.canAdministerChannelGroup),
  };
}

describe('access in SQL and in policies agree, over random channels, groups, spans and moves', () => {
  it.each(testSeeds([1, 2, 3, 4]))('seed %i', async (seed) => {
    const world = await randomWorld(seededChance(seed));
    const { organization, users, channels, messages } = world;
    const channelIds = channels.map(({ id }) => id);
    const records = await channelsById(suite.client, organization.id, channelIds);
    const watchers = await watchersOfChannels(suite.client, organization.id, records);
    for (const user of users) {
      const viewer = await readViewer(suite.client, user.caller);
      const found = await suite.client.$queryRaw<{ id: number }[]>(Prisma.sql`
        SELECT m.id::float8 AS id FROM message m WHERE m.organization_id = ${organization.id} AND ${readable(viewer)} ORDER BY m.id`);
      const allowed = messages.filter(({ id, channel, moved }) =>
        mayReadMessage({
          kind: 'channel',
          channel,
          person: relationOf(world, channel, user),
          spans: channel.spans.get(user.id) ?? [],
          placedAtId: moved?.atId ?? id,
        }),
      );
      expect(found.map(({ id }) => id)).toEqual(allowed.map(({ id }) => id));

      const open = await suite.client.$queryRaw<{ id: number }[]>(Prisma.sql`
        SELECT c.id FROM channel c ${subscriptionJoin(viewer)}
        WHERE c.organization_id = ${organization.id} AND ${readableChannel(viewer)} ORDER BY c.id`);
      expect(open.map(({ id }) => id)).toEqual(
        idsWhere(channels, (channel) => hasContentAccess(channel, relationOf(world, channel, user))),
      );

      const withoutSubscription = (channel: RandomChannel) => ({ ...relationOf(world, channel, user), isSubscribed: false });
      const isTold = (channel: RandomChannel) => isWatching(watchers(channel.id) satisfies ChannelWatchers, user);
      expect(idsWhere(channels, isTold)).toEqual(idsWhere(channels, (channel) => hasMetadataAccess(channel, withoutSubscription(channel))));
    }
  });
});

describe('who reads new messages of a channel without being subscribed', () => {
  it.each(testSeeds([1, 2, 3, 4]))('seed %i: in SQL as in policies', async (seed) => {
    const world = await randomWorld(seededChance(seed));
    const { organization, users, channels } = world;
    const userIds = users.map(({ id }) => id);
    for (const channel of channels) {
      const readers = await readersUnsubscribed(suite.client, organization.id, channel.id, userIds);
      const mayRead = (user: UserRow) => {
        const relation = relationOf(world, channel, user);
        return !relation.isSubscribed && mayReadChannelMessage(channel, relation, false);
      };
      expect(readers).toEqual(users.filter(mayRead).map(({ id }) => id));
      const other = await suite.rows.organization();
      expect(await readersUnsubscribed(suite.client, other.id, channel.id, userIds)).toEqual([]);
    }
  });
});

function idsWhere(channels: readonly RandomChannel[], holds: (channel: RandomChannel) => boolean): number[] {
  return channels.filter(holds).map(({ id }) => id);
}
