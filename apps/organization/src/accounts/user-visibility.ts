import { guestsSeeEverybody, type Profiles, type UserRecord, userFactsOf, usersKnownToGuest } from '@parley/access';
import { buildUnknownUser, buildUserObject } from '@parley/client-events';
import { type Caller, ROLES } from '@parley/contracts';
import { seesEmail, type UserObject } from '@parley/contracts/organization';
import { organizationById, type SqlReader } from '@parley/persistence';
import type { OrganizationAddresses } from '@parley/runtime';

type Viewer = Pick<Caller, 'organizationId' | 'userId' | 'role'>;

/** Which users a viewer may see, and how they see them. */
export interface UserVisibility {
  readonly seesEveryone: boolean;
  /** Whether the viewer may see more of the user than a placeholder. */
  maySee(userId: number): boolean;
  /** The user as the viewer sees them, or a placeholder. `profiles` null: without profile data. */
  show(user: UserRecord, view: { clientGravatar: boolean; profiles: Profiles | null }): UserObject;
}

/** Members and above see everyone. Guests may see fewer users, depending on the organization (can_access_all_users_group). */
export async function userVisibility(reader: SqlReader, viewer: Viewer, addresses: OrganizationAddresses): Promise<UserVisibility> {
  const full: UserVisibility = {
    seesEveryone: true,
    maySee: () => true,
    show: (user, { clientGravatar, profiles }) => {
      const facts = userFactsOf(user, profiles?.get(user.id));
      return buildUserObject(facts, { clientGravatar, withProfileData: profiles !== null, seesDeliveryEmail: seesEmail(viewer, facts) });
    },
  };
  if (viewer.role !== ROLES.guest) return full;
  const organization = await organizationById(reader, viewer.organizationId);
  if (organization === undefined) throw new Error(`organization ${viewer.organizationId} does not exist`);
  if (await guestsSeeEverybody(reader, organization)) return full;
  const known = new Set(await usersKnownToGuest(reader, viewer.organizationId, viewer.userId));
  return {
    seesEveryone: false,
    maySee: (userId) => known.has(userId),
    show: (user, view) =>
      known.has(user.id) ? full.show(user, view) : buildUnknownUser(userFactsOf(user), addresses.mailDomain(organization.stringId)),
  };
}
