import { dbInt, firstRow, mayChange, Prisma, rows, type SqlReader, type SqlWriter, type Tx } from '@parley/persistence';
import { z } from 'zod';

const behindRow = z.object({ organizationId: z.int(), seq: dbInt, isNew: z.boolean(), head: dbInt });
export type Behind = z.output<typeof behindRow>;

/**
 * Those of these active organizations whose counter is after the cursor, with both: `seq` is the cursor, `head` the counter. An organization without a
 * cursor is new.
 */
export function organizationsBehind(reader: SqlReader, organizationIds: readonly number[]): Promise<Behind[]> {
  return rows(
    reader,
    behindRow,
    Prisma.sql`
    SELECT c.organization_id AS "organizationId", coalesce(n.seq, 0) AS seq, n.seq IS NULL AS "isNew", c.seq AS head
    FROM organization_counter c
    JOIN organization o ON o.id = c.organization_id AND o.deactivated_at IS NULL
    LEFT JOIN notification_cursor n ON n.organization_id = c.organization_id
    WHERE c.organization_id = ANY (${[...organizationIds]}::int[]) AND c.seq > coalesce(n.seq, 0) AND ${mayChange(Prisma.sql`c.organization_id`)}`,
  );
}

const pageRow = z.object({ organizationId: z.int(), isBehind: z.boolean() });

/** The next organizations in the order of their ids, and whether the counter of each is after its cursor. */
export function pageOfOrganizations(reader: SqlReader, afterId: number, most: number): Promise<z.output<typeof pageRow>[]> {
  return rows(
    reader,
    pageRow,
    Prisma.sql`
    SELECT c.organization_id AS "organizationId",
      c.seq > coalesce((SELECT n.seq FROM notification_cursor n WHERE n.organization_id = c.organization_id), 0) AS "isBehind"
    FROM organization_counter c WHERE c.organization_id > ${afterId} ORDER BY c.organization_id LIMIT ${most}`,
  );
}

/** The cursor of a new organization. It begins with the oldest event of its log. */
export async function addCursor(writer: SqlWriter, organizationId: number): Promise<void> {
  await writer.$executeRaw`
    INSERT INTO notification_cursor (organization_id, seq)
    SELECT ${organizationId}, 0 FROM organization o WHERE o.id = ${organizationId} AND o.deactivated_at IS NULL
    ON CONFLICT DO NOTHING`;
}

const seqRow = z.object({ seq: dbInt });

/** Locks the cursor if it is still there. Returns false if it moved, or if another process has it. */
export async function lockCursor(tx: Tx, organizationId: number, seq: number): Promise<boolean> {
  const locked = Prisma.sql`
    SELECT n.seq FROM notification_cursor n WHERE n.organization_id = ${organizationId} AND n.seq = ${seq} FOR UPDATE SKIP LOCKED`;
  return (await firstRow(tx, seqRow, locked)) !== undefined;
}

/** Returns false if the cursor is not where it was. */
export async function moveCursor(writer: SqlWriter, organizationId: number, from: number, to: number): Promise<boolean> {
  const moved = await writer.$executeRaw`
    UPDATE notification_cursor SET seq = ${to} WHERE organization_id = ${organizationId} AND seq = ${from}`;
  return moved === 1;
}
