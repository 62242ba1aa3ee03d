import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { guestsWithAccess } from './user-audience.js';

const payload = z.object({
  userId: z.int(),
  /** API email. */
  email: z.string(),
  timezone: z.string(),
  guestsWithAccess,
});

/** A user's time zone changed. */
export const userTimeZoneChanged: DomainEvent<'user.time-zone-changed', z.infer<typeof payload>> = domainEvent({
  type: 'user.time-zone-changed',
  owner: 'organization',
  payload,
});
