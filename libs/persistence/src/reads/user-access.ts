import { type Caller, ROLES } from '@parley/contracts';
import type { Reader } from '../database.js';
import { systemGroupIds } from './groups.js';
import { type OrganizationRecord, organizationById } from './organizations.js';
import { type UserRecord, userById, usersKnownToGuest } from './users.js';

/** Whether guests see everybody: can_access_all_users_group is role:everyone, as it is until an organization chooses otherwise. */
export async function guestsSeeEverybody(reader: Reader, organization: Pick<OrganizationRecord, 'id' | 'settings'>): Promise<boolean> {
  const chosen = organization.settings.can_access_all_users_group;
  if (chosen === undefined) return true;
  const ids = await systemGroupIds(reader, organization.id);
  return chosen === ids.get('role:everyone');
}

/** A person, bot or deactivated account of the viewer's organization whom he may see. An id beyond any column is unknown, as others are. */
export async function visibleUser(
  reader: Reader,
  viewer: Pick<Caller, 'organizationId' | 'userId' | 'role'>,
  id: number,
): Promise<UserRecord | undefined> {
  const { organizationId } = viewer;
  const found = await reader.$queryRaw<unknown[]>`
    SELECT FROM user_account WHERE organization_id = ${organizationId} AND id = ${id}::bigint`;
  if (found.length === 0 || !(await maySee(reader, viewer, id))) return undefined;
  return userById(reader, organizationId, id);
}

async function maySee(reader: Reader, { organizationId, userId, role }: Pick<Caller, 'organizationId' | 'userId' | 'role'>, id: number) {
  if (role !== ROLES.guest) return true;
  const organization = await organizationById(reader, organizationId);
  if (organization === undefined || (await guestsSeeEverybody(reader, organization))) return true;
  return (await usersKnownToGuest(reader, organizationId, userId)).includes(id);
}
