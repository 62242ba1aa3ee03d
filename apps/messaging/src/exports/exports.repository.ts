import type { MessageExportObject } from '@parley/contracts/messaging';
import {
  dbTime,
  firstRow,
  isColumnId,
  mayChange,
  onlyRow,
  Prisma,
  rows,
  type SqlReader,
  type SqlWriter,
  type Tx,
} from '@parley/persistence';
import { z } from 'zod';
import { exportUrl } from './export-file.js';

const STATES = ['requested', 'started', 'succeeded', 'failed', 'deleted'] as const;
const exportRow = z.object({
  id: z.int(),
  actingUserId: z.int(),
  exportType: z.literal([1, 2]),
  state: z.enum(STATES),
  requestedAt: dbTime,
  file: z.string().nullable(),
  endedAt: dbTime.nullable(),
  deletedAt: dbTime.nullable(),
});
export type ExportRecord = z.output<typeof exportRow>;

const COLUMNS = Prisma.sql`e.id, e.acting_user_id AS "actingUserId", e.export_type AS "exportType", e.state, e.requested_at AS "requestedAt", e.file,
  e.ended_at AS "endedAt", e.deleted_at AS "deletedAt"`;
/** Of a list that clients get. */
const MAX_LISTED = 100;

/** The newest exports of the organization, by id. */
export async function exportsOf(reader: SqlReader, organizationId: number): Promise<MessageExportObject[]> {
  const found = await rows(
    reader,
    exportRow,
    Prisma.sql`SELECT ${COLUMNS} FROM message_export e WHERE e.organization_id = ${organizationId} ORDER BY e.id DESC LIMIT ${MAX_LISTED}`,
  );
  return found.reverse().map(objectOf);
}

export async function exportById(reader: SqlReader, organizationId: number, id: number): Promise<ExportRecord | undefined> {
  if (!isColumnId(id)) return undefined;
  return firstRow(
    reader,
    exportRow,
    Prisma.sql`SELECT ${COLUMNS} FROM message_export e WHERE e.organization_id = ${organizationId} AND e.id = ${id}`,
  );
}

const idRow = z.object({ id: z.int() });

export async function insertExport(tx: Tx, organizationId: number, actingUserId: number, exportType: 1 | 2): Promise<number> {
  const { id } = await onlyRow(
    tx,
    idRow,
    Prisma.sql`
    INSERT INTO message_export (organization_id, acting_user_id, export_type) VALUES (${organizationId}, ${actingUserId}, ${exportType})
    RETURNING id`,
  );
  return id;
}

const keptRow = z.object({ id: z.int(), file: z.string().nullable() });
const countRow = z.object({ count: z.int() });

/** Exports of the last 24 hours, also those that failed. */
export async function countOfDay(reader: SqlReader, organizationId: number): Promise<number> {
  const { count } = await onlyRow(
    reader,
    countRow,
    Prisma.sql`
    SELECT count(*)::int AS count FROM message_export e
    WHERE e.organization_id = ${organizationId} AND e.requested_at > now() - interval '24 hours'`,
  );
  return count;
}

/** Also archives whose file may be there although the row says that there is none: a process may have died after it wrote it. */
export async function someArchives(
  reader: SqlReader,
  organizationId: number,
  most: number,
): Promise<{ id: number; file: string | null }[]> {
  return rows(
    reader,
    keptRow,
    Prisma.sql`SELECT e.id, e.file FROM message_export e WHERE e.organization_id = ${organizationId} ORDER BY e.organization_id, e.id LIMIT ${most}`,
  );
}

export function deleteExports(writer: SqlWriter, organizationId: number, ids: readonly number[]): PromiseLike<number> {
  return writer.$executeRaw`DELETE FROM message_export WHERE organization_id = ${organizationId} AND id = ANY (${[...ids]}::int[])`;
}

/** Returns false if it has no archive, or was deleted meanwhile. */
export async function markDeleted(tx: Tx, organizationId: number, id: number): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE message_export SET state = 'deleted', deleted_at = now() WHERE organization_id = ${organizationId} AND id = ${id} AND state = 'succeeded'`;
  return changed > 0;
}

/** The archives of an organization, the oldest first. */
export function keptExports(reader: SqlReader, organizationId: number): Promise<z.output<typeof keptRow>[]> {
  return rows(
    reader,
    keptRow,
    Prisma.sql`
    SELECT e.id, e.file FROM message_export e WHERE e.organization_id = ${organizationId} AND e.state = 'succeeded' ORDER BY e.id`,
  );
}

const expiredRow = keptRow.extend({ organizationId: z.int() });

/** Some archives of any organization that are older. */
export function expiredExports(reader: SqlReader, days: number, most: number): Promise<z.output<typeof expiredRow>[]> {
  return rows(
    reader,
    expiredRow,
    Prisma.sql`
    SELECT e.organization_id AS "organizationId", e.id, e.file FROM message_export e
    WHERE e.state = 'succeeded' AND e.ended_at < now() - make_interval(days => ${days}::int) AND ${mayChange(Prisma.sql`e.organization_id`)}
    ORDER BY e.ended_at LIMIT ${most}`,
  );
}

function objectOf({ id, actingUserId, exportType, state, requestedAt, file, endedAt, deletedAt }: ExportRecord): MessageExportObject {
  return {
    id,
    acting_user_id: actingUserId,
    export_time: secondsOf(requestedAt),
    export_type: exportType,
    export_url: state === 'succeeded' && file !== null ? exportUrl(id, file) : null,
    pending: state === 'requested' || state === 'started',
    failed_timestamp: state === 'failed' && endedAt !== null ? secondsOf(endedAt) : null,
    deleted_timestamp: deletedAt === null ? null : secondsOf(deletedAt),
  };
}

function secondsOf(time: Date): number {
  return time.getTime() / 1000;
}
