import { type UserGroupObject, type userGroupCreated, userGroupMembersChanged, type userGroupReactivated } from '@parley/contracts';
import type { ChangeLog } from '@parley/event-log';

/** As many ids as the payload of one event may have. */
const MAX_IDS = 1_000;

/** Logs a group that is new to some, in as many events as its members need. */
export function logGroup(log: ChangeLog, event: typeof userGroupCreated | typeof userGroupReactivated, group: UserGroupObject): void {
  log.append(event, { group: { ...group, members: group.members.slice(0, MAX_IDS) } });
  for (const userIds of idBatches(group.members.slice(MAX_IDS))) {
    log.append(userGroupMembersChanged, { groupId: group.id, isDeactivated: false, change: 'add', userIds });
  }
}

/** Ascending, in lists that each fit into one event. */
export function idBatches(ids: readonly number[]): number[][] {
  const sorted = [...ids].sort((a, b) => a - b);
  return Array.from({ length: Math.ceil(sorted.length / MAX_IDS) }, (_, n) => sorted.slice(n * MAX_IDS, (n + 1) * MAX_IDS));
}
