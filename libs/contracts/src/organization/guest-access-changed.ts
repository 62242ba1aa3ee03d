import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({
  /** Guests, ascending, at most 1,000. */
  userIds: z.array(z.int()),
});

/** The setting for which users guests may see changed (can_access_all_users_group), for more guests and users than events can name. */
export const guestAccessChanged: DomainEvent<'guest-access.changed', z.infer<typeof payload>> = domainEvent({
  type: 'guest-access.changed',
  owner: 'organization',
  payload,
});
