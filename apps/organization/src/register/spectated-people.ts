import { type UserRecord, userFactsOf } from '@parley/access';
import { buildUserObject } from '@parley/client-events';
import { type UserGroupObject, unknownEmail } from '@parley/contracts/organization';
import { toUserGroupObjects } from '../groups/user-group-objects.js';
import type { SharedRows } from './registration-rows.repository.js';

/**
 * The group `realm_user` for visitors who are not logged in: the users whom they may see, without real email addresses and profiles.
 * The visitor is not among them. `host`: of the organization, without port.
 */
export function spectatedUserFields(users: readonly UserRecord[], host: string): Record<string, unknown> {
  const view = { clientGravatar: false, withProfileData: false, seesDeliveryEmail: false };
  const shown = (user: UserRecord) => ({
    ...buildUserObject(userFactsOf(user), view),
    ...(user.isSystemBot ? {} : { email: unknownEmail(user.id, host) }),
  });
  const show = (isShown: (user: UserRecord) => boolean) => users.filter(isShown).map(shown);
  return {
    realm_users: show((user) => user.isActive && !user.isSystemBot),
    realm_non_active_users: show((user) => !user.isActive && !user.isSystemBot),
    cross_realm_bots: show((user) => user.isSystemBot),
    is_owner: false,
    is_admin: false,
    is_moderator: false,
    is_guest: false,
    can_create_streams: false,
    can_create_public_streams: false,
    can_create_private_streams: false,
    can_create_web_public_streams: false,
    can_subscribe_other_users: false,
    can_invite_others_to_realm: false,
  };
}

/** The system groups, without their members. Other groups are hidden. */
export function spectatedGroups({ namedGroups, groupsInSettings }: SharedRows): UserGroupObject[] {
  const groups = toUserGroupObjects(namedGroups, groupsInSettings, { withDeactivated: false, membersOf: () => [] });
  return groups.filter((group) => group.is_system_group);
}
