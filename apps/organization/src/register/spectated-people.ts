import { buildUserObject, type UserGroupObject } from '@parley/contracts';
import type { Tx, UserRecord } from '@parley/persistence';
import { userGroups } from '../groups/user-group-objects.js';
import { userFactsOf } from '../users/user-facts.js';

/** The group `realm_user` for who is not logged in: those he may know of, without their real addresses and profiles; he himself is nobody. */
export function spectatedUserFields(users: readonly UserRecord[]): Record<string, unknown> {
  const view = { clientGravatar: false, withProfileData: false, seesDeliveryEmail: false };
  const show = (isShown: (user: UserRecord) => boolean) => users.filter(isShown).map((user) => buildUserObject(userFactsOf(user), view));
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

/** The groups that every organization has. Who is in them is not told, nor what other groups there are. */
export async function spectatedGroups(tx: Tx, organizationId: number): Promise<UserGroupObject[]> {
  const groups = await userGroups(tx, organizationId, false);
  return groups.filter((group) => group.is_system_group).map((group) => ({ ...group, members: [] }));
}
