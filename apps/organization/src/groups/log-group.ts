import {
  type UserGroupObject,
  type userGroupCreated,
  userGroupMembersChanged,
  type userGroupReactivated,
} from '@parley/contracts/organization';
import type { ChangeLog } from '@parley/event-log';

/** The payload of one event may have at most this many ids. */
const MAX_IDS = 1_000;

/** Logs a group that becomes visible to clients, in as many events as its members need. */
export function logGroup(log: ChangeLog, event: typeof userGroupCreated | typeof userGroupReactivated, group: UserGroupObject): void {
  log.append(event, { group: { ...group, members: group.members.slice(0, MAX_IDS) } });
  for (const userIds of idBatches(group.members.slice(MAX_IDS))) {
    log.append(userGroupMembersChanged, { groupId: group.id, isDeactivated: false, change: 'add', userIds });
  }
}

/** Sorted, in batches that each fit into one event. */
export function idBatches(ids: readonly number[]): number[][] {
  const sorted = [...ids].sort((a, b) => a - b);
  return Array.from({ length: Math.ceil(sorted.length / MAX_IDS) }, (_, n) => sorted.slice(n * MAX_IDS, (n + 1) * MAX_IDS));
}
