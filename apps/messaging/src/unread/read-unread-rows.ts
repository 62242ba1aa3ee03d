import { rowSaysUnread, type Viewer } from '@parley/access';
import { FLAG_BITS } from '@parley/contracts';
import { Prisma, type Tx } from '@parley/persistence';

/** Marks the viewer's rows of unread messages `m` as read if the condition holds. Watermarks do not affect these rows. */
export async function readUnreadRows(tx: Tx, { userId, organizationId }: Viewer, condition: Prisma.Sql): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    UPDATE message_flag f SET flags = f.flags | ${FLAG_BITS.read}
    FROM message m
    WHERE f.user_id = ${userId} AND f.organization_id = ${organizationId} AND ${rowSaysUnread} AND m.id = f.message_id AND ${condition}`);
}
