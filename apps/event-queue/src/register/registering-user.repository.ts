import type { Role } from '@parley/contracts';
import { type LogPosition, selectHead, selectOrganizationPosition } from '@parley/event-log';
import { dbRole, Prisma, type RowsOf, type Select, select, selectSubscribersVersion } from '@parley/persistence';
import { z } from 'zod';

export interface RegisteringUser {
  readonly position: LogPosition;
  /** Of the newest event of the organization service. */
  readonly organizationPosition: LogPosition;
  /** Of the organization's lists of subscribers. */
  readonly subscribersVersion: number;
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
    subscribers: selectSubscribersVersion(organizationId),
    users: selectRoleOfActiveUser(organizationId, userId),
  };
}

export function registeringUser(rows: RowsOf<ReturnType<typeof selectRegisteringUser>>): RegisteringUser {
  const [[position], [organizationPosition], [subscribers]] = [rows.heads, rows.ofOrganization, rows.subscribers];
  if (position === undefined || organizationPosition === undefined || subscribers === undefined) {
    throw new Error('the organization of the registration has no counter');
  }
  return { position, organizationPosition, subscribersVersion: subscribers.version, role: rows.users[0]?.role };
}
