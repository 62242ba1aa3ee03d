import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { userGroupObject } from './user-group-object.js';

const payload = z.object({
  groupId: z.int(),
  isDeactivated: z.boolean(),
  /** The changed properties, permissions by wire name. */
  changed: userGroupObject
    .pick({
      name: true,
      description: true,
      can_add_members_group: true,
      can_join_group: true,
      can_leave_group: true,
      can_manage_group: true,
      can_mention_group: true,
      can_remove_members_group: true,
    })
    .partial(),
});

/** Name, description or permissions of a group changed. */
export const userGroupUpdated: DomainEvent<'user-group.updated', z.infer<typeof payload>> = domainEvent({
  type: 'user-group.updated',
  owner: 'organization',
  payload,
});
