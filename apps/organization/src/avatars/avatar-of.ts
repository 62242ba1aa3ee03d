import { avatarUrlOf, mediumAvatarUrlOf, type UserRecord } from '@parley/access';
import type { UserAvatarChanged } from '@parley/contracts/organization';

/** The event payload that announces a user's avatar. */
export function avatarOf(user: UserRecord, guestsWithAccess: UserAvatarChanged['guestsWithAccess']): UserAvatarChanged {
  return {
    userId: user.id,
    emailAddressVisibility: user.emailAddressVisibility,
    avatarSource: user.avatarSource,
    avatarVersion: user.avatarVersion,
    avatarUrl: avatarUrlOf(user),
    mediumAvatarUrl: mediumAvatarUrlOf(user),
    guestsWithAccess,
  };
}
