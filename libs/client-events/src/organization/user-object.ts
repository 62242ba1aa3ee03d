import { isAdministrator, ROLES } from '@parley/contracts';
import {
  isAvatarComputable,
  UNKNOWN_AVATAR_URL,
  UNKNOWN_NAME,
  type UserFacts,
  type UserObject,
  unknownEmail,
} from '@parley/contracts/organization';

/** Properties of the reader that affect the format of a user. */
export interface UserView {
  readonly seesDeliveryEmail: boolean;
  readonly clientGravatar: boolean;
  readonly withProfileData: boolean;
}

/** Builds the user object for responses, registration and events. */
export function buildUserObject(user: UserFacts, view: UserView): UserObject {
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: view.seesDeliveryEmail ? user.deliveryEmail : null,
    full_name: user.fullName,
    date_joined: user.joinedAt,
    is_active: user.isActive,
    is_owner: user.role === ROLES.owner,
    is_admin: isAdministrator(user.role),
    is_guest: user.role === ROLES.guest,
    is_bot: user.isBot,
    bot_type: user.botType,
    bot_owner_id: user.botOwnerId,
    role: user.role,
    timezone: user.timezone,
    avatar_url: view.clientGravatar && isAvatarComputable(user) ? null : user.avatarUrl,
    avatar_version: user.avatarVersion,
    ...(view.withProfileData && !user.isBot ? { profile_data: user.profileData ?? {} } : {}),
    ...(user.isSystemBot ? { is_system_bot: true } : {}),
  };
}

/**
 * The placeholder for a user whom a guest may not see, if can_access_all_users_group is narrower than everyone. Clients need it for
 * ids in old messages. `host`: of the organization, without port.
 */
export function buildUnknownUser(user: Pick<UserFacts, 'id' | 'isActive' | 'isBot' | 'joinedAt'>, host: string): UserObject {
  return {
    user_id: user.id,
    email: unknownEmail(user.id, host),
    delivery_email: null,
    full_name: UNKNOWN_NAME,
    date_joined: user.joinedAt,
    is_active: user.isActive,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: user.isBot,
    bot_type: null,
    bot_owner_id: null,
    role: ROLES.member,
    timezone: '',
    avatar_url: UNKNOWN_AVATAR_URL,
    avatar_version: 1,
  };
}
