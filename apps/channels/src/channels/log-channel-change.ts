import { channelUpdated, isRole, type Role } from '@parley/contracts';
import type { ChangeLog } from '@parley/event-log';
import { subscribersOf, type Tx } from '@parley/persistence';
import { watchersChange } from '@parley/policies';
import { channelChanges } from './channel-changes.js';
import type { ChannelPortrait } from './channel-portrait.js';

/** Tells everybody whom it concerns what became of a channel, if anything did. Coming back from the archive is told apart. */
export async function logChannelChange(tx: Tx, log: ChangeLog, before: ChannelPortrait, after: ChannelPortrait): Promise<void> {
  const { id: channelId, organizationId } = before.channel;
  const named = [...before.watchers.userIds, ...after.watchers.userIds];
  const subscriberIds = await whoIsSubscribed(tx, organizationId, channelId);
  const { kept, gained, lost } = watchersChange(before.watchers, after.watchers, await rolesOf(tx, organizationId, named), subscriberIds);
  const changes = channelChanges(before.object, after.object);
  if (changes.length === 0 && gained === undefined && lost === undefined) return;
  log.append(channelUpdated, {
    channelId,
    name: before.object.name,
    isArchived: before.channel.isArchived,
    changes,
    kept: { roles: [...kept.roles], userIds: [...kept.userIds] },
    ...(gained && { gained: { ...gained, channel: { ...after.object, is_archived: before.channel.isArchived }, subscriberIds } }),
    ...(lost && { lost }),
  });
}

async function whoIsSubscribed(tx: Tx, organizationId: number, channelId: number): Promise<number[]> {
  const [subscribers] = await subscribersOf(tx, organizationId, [channelId]);
  return [...(subscribers?.userIds ?? [])];
}

async function rolesOf(tx: Tx, organizationId: number, userIds: readonly number[]): Promise<Map<number, Role>> {
  if (userIds.length === 0) return new Map();
  const people = await tx.userAccount.findMany({
    where: { organizationId, id: { in: [...new Set(userIds)] } },
    select: { id: true, role: true },
  });
  return new Map(people.flatMap(({ id, role }) => (isRole(role) ? [[id, role] as const] : [])));
}
