import { guestsSeeEverybody, usersKnownToGuest } from '@parley/access';
import { type Caller, ROLES } from '@parley/contracts';
import type { UserStatus } from '@parley/contracts/settings';
import { organizationById, type Tx } from '@parley/persistence';
import { statusesOf } from './status.repository.js';
import { wireStatus } from './stored-status.js';

/** The group `user_status` of a registration: the statuses of users whom the caller may see. */
export async function statusFields(tx: Tx, caller: Caller): Promise<{ user_status: Record<string, UserStatus> }> {
  const { organizationId, userId, role, clientName } = caller;
  const organization = await organizationById(tx, organizationId);
  const seesAll = role !== ROLES.guest || organization === undefined || (await guestsSeeEverybody(tx, organization));
  const statuses = await statusesOf(tx, organizationId, seesAll ? undefined : await usersKnownToGuest(tx, organizationId, userId));
  const shown = [...statuses].map(([id, status]) => [String(id), wireStatus(status, clientName)] as const);
  return { user_status: Object.fromEntries(shown.filter(([, status]) => Object.keys(status).length > 0)) };
}
