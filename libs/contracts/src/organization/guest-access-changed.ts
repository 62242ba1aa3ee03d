import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  /** Guests, ascending, at most 1,000. */
  userIds: z.array(z.int()),
});

/**
 * can_access_all_users_group changed, and there are too many pairs of a guest and a user to log who became visible or hidden. The queues of
 * the guests end.
 */
export const guestAccessChanged: DomainEvent<'guest-access.changed', z.infer<typeof payload>> = domainEvent({
  type: 'guest-access.changed',
  owner: 'organization',
  payload,
});
