import { type UserRecord, userFactsOf } from '@parley/access';
import { buildUserObject } from '@parley/client-events';
import { ALL_ROLES, type Role } from '@parley/contracts';
import { type ProfileData, rolesThatSeeEmail, type UserFacts, type UserObject } from '@parley/contracts/organization';
import { RawJson } from '@parley/rpc';

/** What a list of users that many viewers share depends on. */
export interface SharedView {
  readonly role: Role;
  readonly clientGravatar: boolean;
  readonly withProfileData: boolean;
}

export function asRoleSees(user: UserFacts, { role, clientGravatar, withProfileData }: SharedView): UserObject {
  const seesDeliveryEmail = rolesThatSeeEmail(user.emailAddressVisibility).includes(role);
  return buildUserObject(user, { clientGravatar, withProfileData, seesDeliveryEmail });
}

/** Whether viewers of all roles see the same of these users. */
export function looksSameToAllRoles(users: readonly UserRecord[]): boolean {
  return users.every(({ emailAddressVisibility }) => [0, ALL_ROLES.length].includes(rolesThatSeeEmail(emailAddressVisibility).length));
}

/** Whether the viewer's own entry differs from the one in a shared list: users always see their own email address, even if it is hidden from others. */
export function hasOwnEntry(me: UserRecord, { role }: Pick<SharedView, 'role'>): boolean {
  return !me.isSystemBot && !rolesThatSeeEmail(me.emailAddressVisibility).includes(role);
}

/** The shared list that contains the viewer, with their own entry. `list` and `me` must show the same state. */
export function withOwnEntry(list: RawJson, view: SharedView, me: UserRecord, profile: ProfileData | undefined): RawJson {
  const facts = userFactsOf(me, profile);
  const { clientGravatar, withProfileData } = view;
  const own = buildUserObject(facts, { clientGravatar, withProfileData, seesDeliveryEmail: true });
  return list.replaced(RawJson.of(asRoleSees(facts, view)), RawJson.of(own));
}
