import { FLAG_BITS } from '@parley/contracts';
import { Prisma, type Tx, type Viewer } from '@parley/persistence';

/** Sets the viewer's rows that say unread to read, of messages `m` for which the condition holds. A watermark does not reach them. */
export async function readUnreadRows(tx: Tx, { userId, organizationId }: Viewer, condition: Prisma.Sql): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    UPDATE message_flag f SET flags = f.flags | ${FLAG_BITS.read}
    FROM message m
    WHERE f.user_id = ${userId} AND f.organization_id = ${organizationId} AND f.flags & 1 = 0 AND m.id = f.message_id AND ${condition}`);
}
