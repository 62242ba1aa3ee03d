import type { ProfileData, UserFacts } from '@parley/contracts';
import type { UserRecord } from '@parley/persistence';
import { avatarUrlOf } from '@parley/policies';

/** What is true of an account for everybody, from its row, and what the person tells in profile fields. */
export function userFactsOf(user: UserRecord, profileData?: ProfileData): UserFacts {
  return {
    id: user.id,
    email: user.apiEmail,
    deliveryEmail: user.deliveryEmail,
    emailAddressVisibility: user.emailAddressVisibility,
    fullName: user.fullName,
    joinedAt: user.joinedAt.toISOString(),
    isActive: user.isActive,
    role: user.role,
    isBot: user.isBot,
    isSystemBot: user.isSystemBot,
    botType: user.botType,
    botOwnerId: user.botOwnerId,
    timezone: user.timezone,
    avatarUrl: avatarUrlOf(user),
    avatarVersion: user.avatarVersion,
    avatarSource: user.avatarSource,
    ...(profileData === undefined ? {} : { profileData }),
  };
}
