import { z } from 'zod';
import { ALL_ROLES } from '../roles.js';
import { EMAIL_VISIBILITY } from './email-visibility.js';
import { profileData } from './profile-value.js';

/** Facts of a user that are the same for all viewers. All client formats are built from them. */
export const userFacts = z.object({
  id: z.int(),
  /** API email: the real one, or user<id>@<host>. */
  email: z.string(),
  deliveryEmail: z.string(),
  /** One of EMAIL_VISIBILITY. */
  emailAddressVisibility: z.int(),
  fullName: z.string(),
  /** ISO 8601, UTC. */
  joinedAt: z.string(),
  isActive: z.boolean(),
  role: z.literal(ALL_ROLES),
  isBot: z.boolean(),
  isSystemBot: z.boolean(),
  botType: z.int().nullable(),
  botOwnerId: z.int().nullable(),
  timezone: z.string(),
  avatarUrl: z.string(),
  avatarVersion: z.int(),
  /** G: generated from a hash of the email address; U: uploaded. */
  avatarSource: z.string(),
  /** Absent if there are no values. */
  profileData: profileData.optional(),
});
export type UserFacts = z.infer<typeof userFacts>;

/** A user in the format for clients. */
export const userObject = z
  .object({
    user_id: z.int(),
    email: z.string(),
    /** Null if the reader may not see it. */
    delivery_email: z.string().nullable(),
    full_name: z.string(),
    date_joined: z.string(),
    is_active: z.boolean(),
    is_owner: z.boolean(),
    is_admin: z.boolean(),
    is_guest: z.boolean(),
    is_bot: z.boolean(),
    bot_type: z.int().nullable(),
    bot_owner_id: z.int().nullable(),
    role: z.literal(ALL_ROLES),
    timezone: z.string(),
    /** Null if the client computes it from the email address. */
    avatar_url: z.string().nullable(),
    avatar_version: z.int(),
    /** Values of the custom profile fields, by field id. Only for human users, and only if requested. */
    profile_data: profileData.optional(),
    is_system_bot: z.boolean().optional(),
  })
  .meta({ id: 'User' });
export type UserObject = z.infer<typeof userObject>;

/** A deactivated user. Without `avatar_url` for clients that can fetch the avatar separately (capability user_avatar_url_field_optional). */
export const formerUserObject = userObject.partial({ avatar_url: true }).meta({ id: 'FormerUser' });
export type FormerUserObject = z.infer<typeof formerUserObject>;

/** Whether every client can compute the avatar's URL, because it is derived from an address that everyone may see. */
export function isAvatarComputable(user: Pick<UserFacts, 'avatarSource' | 'emailAddressVisibility'>): boolean {
  return user.avatarSource === 'G' && user.emailAddressVisibility === EMAIL_VISIBILITY.everyone;
}

export const UNKNOWN_NAME = 'Unknown user';

/** A generated address that contains only the id. `host`: of the organization, without port. */
export function unknownEmail(id: number, host: string): string {
  return `user${id}@${host}`;
}

/** A neutral picture. */
export const UNKNOWN_AVATAR_URL = 'https://secure.gravatar.com/avatar/00000000000000000000000000000000?d=mp&f=y';
