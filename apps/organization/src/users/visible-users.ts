import { buildUnknownUser, buildUserObject, type Caller, ROLES, seesEmail, type UserObject } from '@parley/contracts';
import {
  guestsSeeEverybody,
  organizationById,
  type Profiles,
  type Reader,
  type UserRecord,
  userFactsOf,
  usersKnownToGuest,
} from '@parley/persistence';
import type { OrganizationAddresses } from '@parley/runtime';

type Viewer = Pick<Caller, 'organizationId' | 'userId' | 'role'>;

/** How somebody sees the people of his organization. */
export interface UserEyes {
  readonly seesEverybody: boolean;
  /** Whether he may see more of the user than that he exists. */
  maySee(userId: number): boolean;
  /** The user as he may see him: a placeholder where he may not. `profiles`: null, without what people tell in profile fields. */
  show(user: UserRecord, view: { clientGravatar: boolean; profiles: Profiles | null }): UserObject;
}

/** Members and above see everybody. Guests see less where the organization says so (can_access_all_users_group). */
export async function eyesOf(reader: Reader, viewer: Viewer, addresses: OrganizationAddresses): Promise<UserEyes> {
  const seesEverybody: UserEyes = {
    seesEverybody: true,
    maySee: () => true,
    show: (user, { clientGravatar, profiles }) => {
      const facts = userFactsOf(user, profiles?.get(user.id));
      return buildUserObject(facts, { clientGravatar, withProfileData: profiles !== null, seesDeliveryEmail: seesEmail(viewer, facts) });
    },
  };
  if (viewer.role !== ROLES.guest) return seesEverybody;
  const organization = await organizationById(reader, viewer.organizationId);
  if (organization === undefined) throw new Error(`organization ${viewer.organizationId} does not exist`);
  if (await guestsSeeEverybody(reader, organization)) return seesEverybody;
  const known = new Set(await usersKnownToGuest(reader, viewer.organizationId, viewer.userId));
  return {
    seesEverybody: false,
    maySee: (userId) => known.has(userId),
    show: (user, view) =>
      known.has(user.id)
        ? seesEverybody.show(user, view)
        : buildUnknownUser(userFactsOf(user), addresses.mailDomain(organization.stringId)),
  };
}
