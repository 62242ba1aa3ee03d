import {
  type UserGroupObject,
  type userGroupCreated,
  userGroupMembersChanged,
  type userGroupReactivated,
} from '@parley/contracts/organization';
import type { ChangeLog } from '@parley/event-log';
import { idBatches, MAX_IDS_OF_EVENT } from '../id-batches.js';

/** Logs a group that becomes visible to clients, in as many events as its members need. */
export function logGroup(log: ChangeLog, event: typeof userGroupCreated | typeof userGroupReactivated, group: UserGroupObject): void {
  log.append(event, { group: { ...group, members: group.members.slice(0, MAX_IDS_OF_EVENT) } });
  for (const userIds of idBatches(group.members.slice(MAX_IDS_OF_EVENT))) {
    log.append(userGroupMembersChanged, { groupId: group.id, isDeactivated: false, change: 'add', userIds });
  }
}
