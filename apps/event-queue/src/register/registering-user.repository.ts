import type { Role } from '@parley/contracts';
import { type LogPosition, selectHead, selectOrganizationPosition } from '@parley/event-log';
import { dbRole, Prisma, type RowsOf, type Select, select } from '@parley/persistence';
import { z } from 'zod';

export interface RegisteringUser {
  readonly position: LogPosition;
  /** Of the newest event of the organization service. */
  readonly organizationPosition: LogPosition;
  /** Undefined if they are deactivated. */
  readonly role: Role | undefined;
}

const roleRow = z.object({ role: dbRole });

function selectRoleOfActiveUser(organizationId: number, userId: number): Select<typeof roleRow> {
  return select(
    roleRow,
    Prisma.sql`SELECT role FROM user_account WHERE organization_id = ${organizationId} AND id = ${userId} AND is_active`,
  );
}

/** Positions of the log, and the role of the user. */
export function selectRegisteringUser(organizationId: number, userId: number) {
  return {
    heads: selectHead(organizationId),
    ofOrganization: selectOrganizationPosition(organizationId),
    users: selectRoleOfActiveUser(organizationId, userId),
  };
}

export function registeringUser({ heads, ofOrganization, users }: RowsOf<ReturnType<typeof selectRegisteringUser>>): RegisteringUser {
  const [[position], [organizationPosition]] = [heads, ofOrganization];
  if (position === undefined || organizationPosition === undefined) throw new Error('the organization of the registration has no counter');
  return { position, organizationPosition, role: users[0]?.role };
}
