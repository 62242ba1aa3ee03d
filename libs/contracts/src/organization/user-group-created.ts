import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { userGroupObject } from './user-group-object.js';

const payload = z.object({
  /** With its first 1,000 members; the others follow in the log as `user-group.members-changed`. */
  group: userGroupObject,
});

/** A group was created. */
export const userGroupCreated: DomainEvent<'user-group.created', z.infer<typeof payload>> = domainEvent({
  type: 'user-group.created',
  owner: 'organization',
  payload,
});
