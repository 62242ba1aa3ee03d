import { channelAccessChanged, isAdministrator, ROLES } from '@parley/contracts';
import { groupsOfUsers, groupsRevealingChannels, usersOf } from '@parley/persistence';
import type { Change } from './group-content.js';
import { idBatches } from './log-group.js';

/**
 * Runs a change of who is in a group, and logs for whom private channels appeared or vanished by it. Administrators know of all channels and
 * guests never by a group, so neither is concerned. A group that no private channel looks at costs one statement.
 */
export async function withChannelAccess(change: Change, groupId: number, work: () => Promise<void>): Promise<void> {
  const { tx, log, organizationId } = change;
  const revealing = await groupsRevealingChannels(tx, organizationId, groupId);
  if (revealing.length === 0) return work();
  const people = await concerned(change);
  const before = await groupsOfUsers(tx, organizationId, people, revealing);
  await work();
  const after = await groupsOfUsers(tx, organizationId, people, revealing);
  const changed = people.filter((id) => !hasSame(before.get(id), after.get(id)));
  for (const userIds of idBatches(changed)) log.append(channelAccessChanged, { userIds });
}

async function concerned({ tx, organizationId }: Change): Promise<number[]> {
  const users = await usersOf(tx, organizationId);
  return users.filter(({ role, isActive }) => isActive && role !== ROLES.guest && !isAdministrator(role)).map(({ id }) => id);
}

function hasSame(one: ReadonlySet<number> = new Set(), other: ReadonlySet<number> = new Set()): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
