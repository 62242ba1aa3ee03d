import type { Role } from '@parley/contracts';
import { type LogPosition, selectHead } from '@parley/event-log';
import { dbRole, Prisma, type Select, type SqlReader, select, selectTogether } from '@parley/persistence';
import { z } from 'zod';

export interface RegisteringUser {
  readonly position: LogPosition;
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

/** The position of the log, and the role of the user, in one snapshot. */
export async function readRegisteringUser(reader: SqlReader, organizationId: number, userId: number): Promise<RegisteringUser> {
  const { heads, users } = await selectTogether(reader, {
    heads: selectHead(organizationId),
    users: selectRoleOfActiveUser(organizationId, userId),
  });
  const [position] = heads;
  if (position === undefined) throw new Error(`organization ${organizationId} has no counter`);
  return { position, role: users[0]?.role };
}
