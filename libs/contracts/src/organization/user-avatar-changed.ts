import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { guestsWithAccess } from './user-audience.js';

const payload = z.object({
  userId: z.int(),
  /** One of EMAIL_VISIBILITY. */
  emailAddressVisibility: z.int(),
  avatarSource: z.string(),
  avatarVersion: z.int(),
  avatarUrl: z.string(),
  mediumAvatarUrl: z.string(),
  guestsWithAccess,
});
export type UserAvatarChanged = z.infer<typeof payload>;

/** A user's avatar changed. */
export const userAvatarChanged: DomainEvent<'user.avatar-changed', UserAvatarChanged> = domainEvent({
  type: 'user.avatar-changed',
  owner: 'organization',
  payload,
});
