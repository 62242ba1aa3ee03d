import { channelAccessChanged, channelUpdated } from '@parley/contracts';
import { type ChannelCrossing, channelCrossings, channelPortraits, channelsRevealedBy, usersOf } from '@parley/persistence';
import type { Change } from './group-content.js';
import { idBatches } from './log-group.js';

/** Ids that the events of one change may hold together: some hundred KB. */
const MOST_IDS = 50_000;

/**
 * Runs a change of who is in a group, and logs for whom private channels appeared or vanished by it: they read `stream` create and who is
 * subscribed, or `stream` delete. Administrators know of all channels and guests never by a group, so neither is concerned. A group that no
 * private channel looks at costs one statement. Where too many people and channels meet, the queues of those concerned end instead.
 */
export async function withChannelAccess(change: Change, groupId: number, work: () => Promise<void>): Promise<void> {
  const { tx, log, organizationId } = change;
  const channelIds = await channelsRevealedBy(tx, organizationId, groupId);
  if (channelIds.length === 0) return work();
  const before = await channelPortraits(tx, organizationId, channelIds);
  await work();
  const after = await channelPortraits(tx, organizationId, channelIds);
  const crossings = await channelCrossings(tx, organizationId, before, after);
  if (crossings.reduce((sum, crossing) => sum + idsIn(crossing), 0) > MOST_IDS) return endQueues(change, crossings);
  for (const [place, { channel }] of before.entries()) {
    const crossing = crossings[place];
    if (crossing?.gained === undefined && crossing?.lost === undefined) continue;
    log.append(channelUpdated, { channelId: channel.id, name: channel.name, isArchived: channel.isArchived, changes: [], ...crossing });
  }
}

function idsIn({ gained, lost }: ChannelCrossing): number {
  const ofGained = gained === undefined ? 0 : gained.userIds.length + gained.except.length + gained.subscriberIds.length;
  return ofGained + (lost === undefined ? 0 : lost.userIds.length + lost.except.length);
}

/** Of everybody for whom anything appeared or vanished. */
async function endQueues({ tx, log, organizationId }: Change, crossings: readonly ChannelCrossing[]): Promise<void> {
  const sides = crossings.flatMap(({ gained, lost }) => [gained, lost]).filter((side) => side !== undefined);
  const roles = new Set(sides.flatMap((side) => side.roles));
  const named = new Set(sides.flatMap((side) => side.userIds));
  const people = (await usersOf(tx, organizationId)).filter(({ id, role, isActive }) => isActive && (named.has(id) || roles.has(role)));
  for (const userIds of idBatches(people.map(({ id }) => id))) log.append(channelAccessChanged, { userIds });
}
