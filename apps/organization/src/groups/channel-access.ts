import { type ChannelCrossing, channelCrossings, channelPortraits, usersOf } from '@parley/access';
import { channelUpdated } from '@parley/contracts/channels';
import { channelAccessChanged } from '@parley/contracts/organization';
import type { Change } from '../change.js';
import { idBatches } from '../id-batches.js';
import { channelsRevealedBy } from './group-uses.repository.js';

/** Ids that the events of one change may contain together: some hundred KB. */
const MAX_IDS = 50_000;

/**
 * Runs a change of group members, and logs for whom private channels become visible or hidden because of it. Their clients receive
 * `stream` create with the subscribers, or `stream` delete. Administrators see all channels and guests never gain access through a
 * group, so they are not affected. A group that gives access to no private channel costs one statement. If too many users and channels
 * are affected, the event queues of these users end instead.
 */
export async function withChannelAccess(change: Change, groupId: number, work: () => Promise<void>): Promise<void> {
  const { tx, log, organizationId } = change;
  const channelIds = await channelsRevealedBy(tx, organizationId, groupId);
  if (channelIds.length === 0) return work();
  const before = await channelPortraits(tx, organizationId, channelIds);
  await work();
  const after = await channelPortraits(tx, organizationId, channelIds);
  const crossings = await channelCrossings(tx, organizationId, before, after);
  if (crossings.reduce((sum, crossing) => sum + idsIn(crossing), 0) > MAX_IDS) return endQueues(change, crossings);
  for (const [index, { channel }] of before.entries()) {
    const crossing = crossings[index];
    if (crossing?.gained === undefined && crossing?.lost === undefined) continue;
    log.append(channelUpdated, { channelId: channel.id, name: channel.name, isArchived: channel.isArchived, changes: [], ...crossing });
  }
}

function idsIn({ gained, lost }: ChannelCrossing): number {
  const ofGained = gained === undefined ? 0 : gained.userIds.length + gained.except.length + gained.subscriberIds.length;
  return ofGained + (lost === undefined ? 0 : lost.userIds.length + lost.except.length);
}

/** Ends the queues of all users for whom a channel became visible or hidden. */
async function endQueues({ tx, log, organizationId }: Change, crossings: readonly ChannelCrossing[]): Promise<void> {
  const sides = crossings.flatMap(({ gained, lost }) => [gained, lost]).filter((side) => side !== undefined);
  const roles = new Set(sides.flatMap((side) => side.roles));
  const named = new Set(sides.flatMap((side) => side.userIds));
  const people = (await usersOf(tx, organizationId)).filter(({ id, role, isActive }) => isActive && (named.has(id) || roles.has(role)));
  for (const userIds of idBatches(people.map(({ id }) => id))) log.append(channelAccessChanged, { userIds });
}
