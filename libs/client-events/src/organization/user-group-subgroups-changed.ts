import { userGroupSubgroupsChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { toldOfGroup } from './user-group-audience.js';

export const userGroupSubgroupsChangedFanOut = fanOut(userGroupSubgroupsChanged, {
  parts: ({ groupId, isDeactivated, change, subgroupIds }) => [
    toldOfGroup({ op: `${change}_subgroups`, group_id: groupId, direct_subgroup_ids: subgroupIds }, isDeactivated),
  ],
});
