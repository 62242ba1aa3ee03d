import { type UserRecord, userFactsOf } from '@parley/access';
import { buildUserObject } from '@parley/client-events';
import { ALL_ROLES, type Role } from '@parley/contracts';
import { EMAIL_VISIBILITY, type ProfileData, rolesThatSeeEmail, type UserFacts, type UserObject } from '@parley/contracts/organization';
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

/** The visibilities of email addresses that show the address to a role, as bits. */
const SHOWN = new Map(
  ALL_ROLES.map((role) => {
    const shown = Object.values(EMAIL_VISIBILITY).filter((visibility) => rolesThatSeeEmail(visibility).includes(role));
    return [role, shown.reduce((bits, visibility) => bits | (1 << visibility), 0)];
  }),
);

/**
 * What a role sees of the addresses of users with these visibilities. Roles for which it is equal see the same of them, and share a text.
 * @param visibilities as in PeoplePortion
 */
export function shownTo(role: Role, visibilities: number): number {
  return visibilities & (SHOWN.get(role) ?? 0);
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
