import type { Role } from '@parley/contracts';
import { dbRole, firstRow, Prisma, type Tx } from '@parley/persistence';
import { z } from 'zod';

/** The role of the user in the snapshot of `tx`. Undefined if they are deactivated. */
export async function roleOfActiveUser(tx: Tx, organizationId: number, userId: number): Promise<Role | undefined> {
  const user = await firstRow(
    tx,
    z.object({ role: dbRole }),
    Prisma.sql`SELECT role FROM user_account WHERE organization_id = ${organizationId} AND id = ${userId} AND is_active`,
  );
  return user?.role;
}
