import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { guestsWithAccess } from './user-audience.js';

const payload = z.object({
  userId: z.int(),
  role: z.literal(ALL_ROLES),
  /** System groups of which the user is not a direct member any more. */
  leftGroupIds: z.array(z.int()),
  joinedGroupIds: z.array(z.int()),
  guestsWithAccess,
});

/** A user's role changed. */
export const userRoleChanged: DomainEvent<'user.role-changed', z.infer<typeof payload>> = domainEvent({
  type: 'user.role-changed',
  owner: 'organization',
  payload,
});
