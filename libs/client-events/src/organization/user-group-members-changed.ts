import { userGroupMembersChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { toldOfGroup } from './user-group-audience.js';

export const userGroupMembersChangedFanOut = fanOut(userGroupMembersChanged, {
  parts: ({ groupId, isDeactivated, change, userIds }) => [
    toldOfGroup({ op: `${change}_members`, group_id: groupId, user_ids: userIds }, isDeactivated),
  ],
});
