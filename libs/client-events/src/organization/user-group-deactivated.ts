import { ALL_ROLES } from '@parley/contracts';
import { userGroupDeactivated, userGroupReactivated } from '@parley/contracts/organization';
import { fanOut, type Part } from '../fan-out.js';
import { knowsDeactivatedGroups } from './user-group-audience.js';

/** Clients that show deactivated groups receive a change, others a removal. */
export const userGroupDeactivatedFanOut = fanOut(userGroupDeactivated, {
  parts: ({ groupId }) => [
    activity(groupId, true),
    { ...toOthers, render: () => ({ type: 'user_group', op: 'remove', group_id: groupId }) },
  ],
});

/** For clients that do not show deactivated groups it is new. */
export const userGroupReactivatedFanOut = fanOut(userGroupReactivated, {
  parts: ({ group }) => [activity(group.id, false), { ...toOthers, render: () => ({ type: 'user_group', op: 'add', group }) }],
});

function activity(groupId: number, isDeactivated: boolean): Part {
  return {
    clientType: 'user_group',
    audience: { roles: ALL_ROLES },
    wants: knowsDeactivatedGroups,
    render: () => ({ type: 'user_group', op: 'update', group_id: groupId, data: { deactivated: isDeactivated } }),
  };
}

const toOthers: Omit<Part, 'render'> = {
  clientType: 'user_group',
  audience: { roles: ALL_ROLES },
  wants: (queue) => !knowsDeactivatedGroups(queue),
};
