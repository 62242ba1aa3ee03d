import { buildUnknownUser, buildUserObject, type Caller, ROLES, seesEmail, type UserObject } from '@parley/contracts';
import { guestsSeeEverybody, organizationById, type Reader, type UserRecord, usersKnownToGuest } from '@parley/persistence';
import type { OrganizationAddresses } from '../addresses/organization-addresses.js';
import type { Profiles } from '../profile-fields/profile-values.js';
import { userFactsOf } from './user-facts.js';

type Viewer = Pick<Caller, 'organizationId' | 'userId' | 'role'>;

/** How somebody sees the people of his organization. */
export interface UserEyes {
  /** Whether he may see more of the user than that he exists. */
  maySee(userId: number): boolean;
  /** The user as he may see him: a placeholder where he may not. `profiles`: null, without what people tell in profile fields. */
  show(user: UserRecord, view: { clientGravatar: boolean; profiles: Profiles | null }): UserObject;
}

/** Members and above see everybody. Guests see less where the organization says so (can_access_all_users_group). */
export async function eyesOf(reader: Reader, viewer: Viewer, addresses: OrganizationAddresses): Promise<UserEyes> {
  const organization = await organizationById(reader, viewer.organizationId);
  if (organization === undefined) throw new Error(`organization ${viewer.organizationId} does not exist`);
  const seesAll = viewer.role !== ROLES.guest || (await guestsSeeEverybody(reader, organization));
  const known = seesAll ? undefined : new Set(await usersKnownToGuest(reader, viewer.organizationId, viewer.userId));
  const maySee = (userId: number) => known === undefined || known.has(userId);
  return {
    maySee,
    show: (user, { clientGravatar, profiles }) => {
      const facts = userFactsOf(user, profiles?.get(user.id));
      if (!maySee(user.id)) return buildUnknownUser(facts, addresses.mailDomain(organization.stringId));
      return buildUserObject(facts, { clientGravatar, withProfileData: profiles !== null, seesDeliveryEmail: seesEmail(viewer, facts) });
    },
  };
}
