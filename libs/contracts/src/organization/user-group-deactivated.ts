import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { userGroupObject } from './user-group-object.js';

const deactivated = z.object({ groupId: z.int() });
const reactivated = z.object({
  /** With its first 1,000 members; the others follow in the log as `user-group.members-changed`. */
  group: userGroupObject,
});

/** A group was deactivated. */
export const userGroupDeactivated: DomainEvent<'user-group.deactivated', z.infer<typeof deactivated>> = domainEvent({
  type: 'user-group.deactivated',
  owner: 'organization',
  payload: deactivated,
});

/** A group was reactivated. */
export const userGroupReactivated: DomainEvent<'user-group.reactivated', z.infer<typeof reactivated>> = domainEvent({
  type: 'user-group.reactivated',
  owner: 'organization',
  payload: reactivated,
});
