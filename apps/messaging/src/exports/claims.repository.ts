import { firstRow, mayChange, Prisma, type SqlReader, type SqlWriter, type Tx } from '@parley/persistence';
import { z } from 'zod';

const waitingRow = z.object({
  organizationId: z.int(),
  id: z.int(),
  exportType: z.literal([1, 2]),
  actingUserId: z.int(),
  /** Attempts before. */
  attempts: z.int(),
  /** Of the attempt before. */
  file: z.string().nullable(),
});
export type WaitingExport = z.output<typeof waitingRow>;

/** The next export that no process works on: new, or its process died. Organizations that began fewer exports in the last day come first. */
export function nextExport(reader: SqlReader): Promise<WaitingExport | undefined> {
  return firstRow(
    reader,
    waitingRow,
    Prisma.sql`
    SELECT e.organization_id AS "organizationId", e.id, e.export_type AS "exportType", e.acting_user_id AS "actingUserId", e.attempts, e.file
    FROM message_export e JOIN organization o ON o.id = e.organization_id AND o.deactivated_at IS NULL
    WHERE e.state IN ('requested', 'started') AND e.next_at <= now() AND ${mayChange(Prisma.sql`e.organization_id`)}
    ORDER BY (SELECT count(*) FROM message_export b WHERE b.organization_id = e.organization_id AND b.state <> 'requested'
      AND b.requested_at > now() - interval '1 day'), e.next_at LIMIT 1`,
  );
}

/** One attempt of a process at an export. Each attempt has a new file name, so an older attempt no longer matches once another one begins. */
export interface Attempt {
  readonly id: number;
  readonly file: string | null;
}

const isOf = ({ id, file }: Attempt) => Prisma.sql`id = ${id} AND file IS NOT DISTINCT FROM ${file}`;

/** Keeps the attempt before from ending with success. Returns false if another process claimed the export. */
export async function fenceExport(writer: SqlWriter, organizationId: number, asked: WaitingExport): Promise<boolean> {
  const changed = await writer.$executeRaw`
    UPDATE message_export SET state = 'requested'
    WHERE organization_id = ${organizationId} AND ${isOf(asked)} AND attempts = ${asked.attempts} AND state IN ('requested', 'started') AND next_at <= now()`;
  return changed > 0;
}

/** Claims a waiting export for a new attempt. Returns false if another process was faster. */
export async function claimExport(
  writer: SqlWriter,
  organizationId: number,
  asked: WaitingExport,
  { file, seconds }: { readonly file: string; readonly seconds: number },
): Promise<boolean> {
  const changed = await writer.$executeRaw`
    UPDATE message_export SET state = 'started', attempts = ${asked.attempts + 1}, file = ${file}, next_at = now() + make_interval(secs => ${seconds}::int)
    WHERE organization_id = ${organizationId} AND ${isOf(asked)} AND attempts = ${asked.attempts} AND state IN ('requested', 'started') AND next_at <= now()`;
  return changed > 0;
}

/** Extends the claim on an export by `seconds`. Returns false if the attempt no longer has the export: claimed by another, restarted or ended. */
export async function holdExport(writer: SqlWriter, organizationId: number, attempt: Attempt, seconds: number): Promise<boolean> {
  const changed = await writer.$executeRaw`
    UPDATE message_export SET next_at = now() + make_interval(secs => ${seconds}::int)
    WHERE organization_id = ${organizationId} AND ${isOf(attempt)} AND state = 'started'`;
  return changed > 0;
}

/** Releases an export because this process stops. Another process may claim it at once, and the attempt does not count. */
export async function giveBackExport(writer: SqlWriter, organizationId: number, attempt: Attempt): Promise<void> {
  await writer.$executeRaw`
    UPDATE message_export SET state = 'requested', attempts = attempts - 1, next_at = now()
    WHERE organization_id = ${organizationId} AND ${isOf(attempt)} AND state = 'started'`;
}

/** Restarts an export after a person withdrew their consent. The attempt counts: otherwise repeated withdrawals could restart it for ever. */
export async function beginAgain(writer: SqlWriter, organizationId: number, attempt: Attempt): Promise<void> {
  await writer.$executeRaw`
    UPDATE message_export SET state = 'requested', next_at = now() WHERE organization_id = ${organizationId} AND ${isOf(attempt)} AND state = 'started'`;
}

/** Returns false if another process claimed the export, or if it has ended. A restarted export can fail, but not succeed. */
export async function endExport(tx: Tx, organizationId: number, attempt: Attempt, outcome: 'succeeded' | 'failed'): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE message_export SET state = ${outcome}, ended_at = now()
    WHERE organization_id = ${organizationId} AND ${isOf(attempt)} AND (state = 'started' OR state = 'requested' AND ${outcome} = 'failed')`;
  return changed > 0;
}

/** Exports that processes work on begin again: what they have read is outdated. These attempts do not count. */
export async function restartExports(writer: SqlWriter, organizationId: number): Promise<void> {
  await writer.$executeRaw`
    UPDATE message_export SET state = 'requested', attempts = attempts - 1, next_at = now()
    WHERE organization_id = ${organizationId} AND state = 'started'`;
}
