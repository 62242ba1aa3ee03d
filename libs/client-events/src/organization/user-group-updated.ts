import { userGroupUpdated } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { toldOfGroup } from './user-group-audience.js';

export const userGroupUpdatedFanOut = fanOut(userGroupUpdated, {
  parts: ({ groupId, isDeactivated, changed }) => [toldOfGroup({ op: 'update', group_id: groupId, data: changed }, isDeactivated)],
});
