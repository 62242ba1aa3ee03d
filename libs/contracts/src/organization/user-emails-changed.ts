import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { guestsWithAccess } from './user-audience.js';

/** Values that depend on a user's real address and its visibility. */
const addresses = z.object({
  /** API email. */
  email: z.string(),
  deliveryEmail: z.string(),
  /** One of EMAIL_VISIBILITY. */
  emailAddressVisibility: z.int(),
  avatarUrl: z.string(),
  mediumAvatarUrl: z.string(),
});

const payload = z.object({
  userId: z.int(),
  avatarSource: z.string(),
  avatarVersion: z.int(),
  before: addresses,
  after: addresses,
  guestsWithAccess,
});
type UserEmailsChanged = z.infer<typeof payload>;

/** A user's address or its visibility changed. */
export const userEmailsChanged: DomainEvent<'user.emails-changed', UserEmailsChanged> = domainEvent({
  type: 'user.emails-changed',
  owner: 'organization',
  payload,
});
