import { z } from 'zod';
import { type DomainEvent, domainEvent, type Part } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { knowsDeactivatedGroups } from './user-group-audience.js';
import { userGroupObject } from './user-group-object.js';

const deactivated = z.object({ groupId: z.int() });
const reactivated = z.object({
  /** With its first 1,000 members; the others follow in the log as `user-group.members-changed`. */
  group: userGroupObject,
});

/** A group was deactivated. Clients that show such groups receive a change, others a removal. */
export const userGroupDeactivated: DomainEvent<'user-group.deactivated', z.infer<typeof deactivated>> = domainEvent({
  type: 'user-group.deactivated',
  owner: 'organization',
  payload: deactivated,
  parts: ({ groupId }) => [
    activity(groupId, true),
    { ...toOthers, render: () => ({ type: 'user_group', op: 'remove', group_id: groupId }) },
  ],
});

/** A group was reactivated. For clients that do not show deactivated groups it is new. */
export const userGroupReactivated: DomainEvent<'user-group.reactivated', z.infer<typeof reactivated>> = domainEvent({
  type: 'user-group.reactivated',
  owner: 'organization',
  payload: reactivated,
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
