import type { Role } from '@parley/contracts';
import type { ChannelObject, ChannelUpdated, ChannelWatchers, FormerSubscriber } from '@parley/contracts/channels';
import {
  type ChannelRecord,
  channelsById,
  dbRole,
  endedSubscriptionsOf,
  inheritancesOf,
  Prisma,
  rows,
  type SqlReader,
  subscribersOf,
} from '@parley/persistence';
import { z } from 'zod';
import { channelObjects } from './channel-objects.js';
import { watchersOfChannels } from './channel-watchers.js';
import { isWatching, watchersChange } from './channel-watchers.policy.js';
import { personalPropertiesOf } from './personal-properties.js';

/** A channel at one moment, with the users who can see it. The difference of two is what a change did. */
export interface ChannelPortrait {
  readonly channel: ChannelRecord;
  readonly object: ChannelObject;
  readonly watchers: ChannelWatchers;
}

/** By id, ascending. The number of statements does not depend on the number of channels. */
export async function channelPortraits(
  reader: SqlReader,
  organizationId: number,
  channelIds: readonly number[],
): Promise<ChannelPortrait[]> {
  const channels = await channelsById(reader, organizationId, channelIds);
  const objects = await channelObjects(reader, organizationId, channels);
  const watchers = await watchersOfChannels(reader, organizationId, channels);
  return channels.flatMap((channel, index) => {
    const object = objects[index];
    return object === undefined ? [] : [{ channel, object, watchers: watchers(channel.id) }];
  });
}

export async function channelPortrait(reader: SqlReader, organizationId: number, channelId: number): Promise<ChannelPortrait> {
  const [portrait] = await channelPortraits(reader, organizationId, [channelId]);
  if (portrait === undefined) throw new Error(`channel ${channelId} is gone`);
  return portrait;
}

/** Who can still see a channel, who can see it now, and who cannot any more: the audiences of the event channelUpdated. */
export type ChannelCrossing = Pick<ChannelUpdated, 'kept' | 'gained' | 'lost'>;

/** The audiences of a change of channels, from portraits of the same channels before and after. The number of statements is constant. */
export async function channelCrossings(
  reader: SqlReader,
  organizationId: number,
  before: readonly ChannelPortrait[],
  after: readonly ChannelPortrait[],
): Promise<ChannelCrossing[]> {
  const channelIds = before.map(({ channel }) => channel.id);
  const subscribers = new Map((await subscribersOf(reader, organizationId, channelIds)).map((row) => [row.channelId, [...row.userIds]]));
  const named = [...before, ...after].flatMap(({ watchers }) => watchers.userIds);
  const roles = await rolesOf(reader, organizationId, named);
  const crossings = before.map((earlier, index) => {
    const later = after[index];
    if (later === undefined || later.channel.id !== earlier.channel.id) throw new Error('portraits of different channels');
    const subscriberIds = subscribers.get(earlier.channel.id) ?? [];
    const about = new Map([...earlier.watchers.userIds, ...later.watchers.userIds].flatMap((id) => entryOf(roles, id)));
    return { earlier, later, subscriberIds, ...watchersChange(earlier.watchers, later.watchers, about, subscriberIds) };
  });
  const revealed = crossings.filter(({ gained }) => gained !== undefined).map(({ later }) => later);
  const former = await formerWatchers(reader, organizationId, revealed);
  return crossings.map(({ earlier, later, subscriberIds, kept, gained, lost }) => ({
    kept: { roles: [...kept.roles], userIds: [...kept.userIds] },
    ...(gained && {
      gained: {
        ...gained,
        channel: { ...later.object, is_archived: earlier.channel.isArchived },
        subscriberIds,
        former: former(later.channel.id),
      },
    }),
    ...(lost && { lost }),
  }));
}

/** The watchers of each channel who were subscribed to it in the past, by channel id. */
export async function formerWatchers(
  reader: SqlReader,
  organizationId: number,
  portraits: readonly ChannelPortrait[],
): Promise<(channelId: number) => FormerSubscriber[]> {
  const channelIds = portraits.map(({ channel }) => channel.id);
  const ended = channelIds.length === 0 ? [] : await endedSubscriptionsOf(reader, organizationId, channelIds);
  const inheriting = await inheritancesOf(reader, organizationId, [...new Set(ended.map(({ subscription }) => subscription.userId))]);
  const inherited = new Map(inheriting.map(({ userId, values }) => [userId, values]));
  const watchers = new Map(portraits.map((portrait) => [portrait.channel.id, portrait.watchers]));
  return (channelId) =>
    ended
      .filter(({ subscription, role }) => {
        const known = watchers.get(channelId);
        return subscription.channelId === channelId && known !== undefined && isWatching(known, { id: subscription.userId, role });
      })
      .map(({ subscription }) => ({
        userId: subscription.userId,
        properties: personalPropertiesOf(subscription),
        inherited: inherited.get(subscription.userId),
      }));
}

function entryOf(roles: ReadonlyMap<number, Role>, id: number): [number, Role][] {
  const role = roles.get(id);
  return role === undefined ? [] : [[id, role]];
}

const rolesOfRow = z.object({ id: z.int(), role: dbRole });

async function rolesOf(reader: SqlReader, organizationId: number, userIds: readonly number[]): Promise<Map<number, Role>> {
  if (userIds.length === 0) return new Map();
  const people = await rows(
    reader,
    rolesOfRow,
    Prisma.sql`
    SELECT id, role FROM user_account WHERE organization_id = ${organizationId} AND id = ANY (${[...new Set(userIds)]}::int[])`,
  );
  return new Map(people.map(({ id, role }) => [id, role]));
}
