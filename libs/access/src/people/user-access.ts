import { type Caller, ROLES } from '@parley/contracts';
import { type GuestsWithAccess, seesEmail } from '@parley/contracts/organization';
import { firstRow, type OrganizationRecord, organizationById, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';
import { systemGroupIds } from '../groups/groups.js';
import { areGuestsLimited } from '../groups/permission-holder.policy.js';
import type { PeopleViewer } from '../messages/message-visibility.sql.js';
import { guestsKnowing, type UserRecord, userByEmail, userById, usersKnownToGuest } from './users.js';

/** Whether guests see all users. Queries the database only if the organization has changed can_access_all_users_group. */
export async function guestsSeeEverybody(
  reader: SqlReader,
  { id, settings }: Pick<OrganizationRecord, 'id' | 'settings'>,
): Promise<boolean> {
  if (settings.can_access_all_users_group === undefined) return true;
  return !areGuestsLimited({ settings, systemGroups: await systemGroupIds(reader, id) });
}

export type UserViewer = Pick<Caller, 'organizationId' | 'userId' | 'role'>;

/** The properties of the caller that decide which users they may see. */
export function peopleViewer({ organizationId, userId, role }: UserViewer): PeopleViewer {
  return { organizationId, userId, isGuest: role === ROLES.guest };
}

/** The guests who may see the user; null for all guests. */
export async function guestsSeeing(
  reader: SqlReader,
  organization: Pick<OrganizationRecord, 'id' | 'settings'>,
  userId: number,
): Promise<GuestsWithAccess> {
  return (await guestsSeeEverybody(reader, organization)) ? null : guestsKnowing(reader, organization.id, userId);
}

const visibleUserRow = z.unknown();

/**
 * A user, bot or deactivated account of the viewer's organization whom the viewer may see. An id larger than the column is unknown, like any
 * other.
 */
export async function visibleUser(reader: SqlReader, viewer: UserViewer, id: number): Promise<UserRecord | undefined> {
  const { organizationId } = viewer;
  const found = await firstRow(
    reader,
    visibleUserRow,
    Prisma.sql`
    SELECT FROM user_account WHERE organization_id = ${organizationId} AND id = ${id}::bigint`,
  );
  if (found === undefined || !(await maySee(reader, viewer, id))) return undefined;
  return userById(reader, organizationId, id);
}

/** Like visibleUser, by the id or address in a path. The real address works only for callers who may see it. */
export async function namedUser(reader: SqlReader, viewer: UserViewer, idOrEmail: string): Promise<UserRecord | undefined> {
  if (/^\d+$/.test(idOrEmail)) return Number.isSafeInteger(Number(idOrEmail)) ? visibleUser(reader, viewer, Number(idOrEmail)) : undefined;
  const user = idOrEmail.includes('\0') ? undefined : await userByEmail(reader, viewer.organizationId, idOrEmail);
  if (user === undefined || !(await maySee(reader, viewer, user.id))) return undefined;
  return user.apiEmail.toLowerCase() === idOrEmail.toLowerCase() || seesEmail(viewer, user) ? user : undefined;
}

async function maySee(reader: SqlReader, { organizationId, userId, role }: UserViewer, id: number): Promise<boolean> {
  if (role !== ROLES.guest) return true;
  const organization = await organizationById(reader, organizationId);
  if (organization === undefined || (await guestsSeeEverybody(reader, organization))) return true;
  return (await usersKnownToGuest(reader, organizationId, userId)).includes(id);
}
