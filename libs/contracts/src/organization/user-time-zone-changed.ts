import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { guestsWithAccess, whoSeesUser } from './user-audience.js';

const payload = z.object({
  userId: z.int(),
  /** API email. */
  email: z.string(),
  timezone: z.string(),
  guestsWithAccess,
});

/** Somebody lives by another clock now. Everybody who may see him hears of it, he too. */
export const userTimeZoneChanged: DomainEvent<'user.time-zone-changed', z.infer<typeof payload>> = domainEvent({
  type: 'user.time-zone-changed',
  owner: 'organization',
  payload,
  parts: ({ userId, email, timezone, guestsWithAccess: guests }) => [
    {
      clientType: 'realm_user',
      audience: whoSeesUser(guests),
      render: () => ({ type: 'realm_user', op: 'update', person: { user_id: userId, email, timezone } }),
    },
  ],
});
