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

/** Returns whether this process has it now. The number of the attempt belongs to it as long as no other process takes it. */
export async function claimExport(
  writer: SqlWriter,
  organizationId: number,
  { id, attempts }: WaitingExport,
  { file, seconds }: { readonly file: string; readonly seconds: number },
): Promise<boolean> {
  const changed = await writer.$executeRaw`
    UPDATE message_export SET state = 'started', attempts = ${attempts + 1}, file = ${file}, next_at = now() + make_interval(secs => ${seconds}::int)
    WHERE organization_id = ${organizationId} AND id = ${id} AND attempts = ${attempts} AND state IN ('requested', 'started') AND next_at <= now()`;
  return changed > 0;
}

/** Moves the time ahead from which on another process may take it. Returns false if one has. */
export async function holdExport(
  writer: SqlWriter,
  organizationId: number,
  { id, attempt, seconds }: { readonly id: number; readonly attempt: number; readonly seconds: number },
): Promise<boolean> {
  const changed = await writer.$executeRaw`
    UPDATE message_export SET next_at = now() + make_interval(secs => ${seconds}::int)
    WHERE organization_id = ${organizationId} AND id = ${id} AND attempts = ${attempt} AND state = 'started'`;
  return changed > 0;
}

/** Returns false if another process has taken it, or if it has ended. */
export async function endExport(
  tx: Tx,
  organizationId: number,
  { id, attempt, outcome }: { readonly id: number; readonly attempt: number; readonly outcome: 'succeeded' | 'failed' },
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE message_export SET state = ${outcome}, ended_at = now()
    WHERE organization_id = ${organizationId} AND id = ${id} AND attempts = ${attempt}
      AND (state = 'started' OR state = 'requested' AND ${outcome} = 'failed')`;
  return changed > 0;
}

/** Exports that processes work on begin again: what they have read is outdated. */
export async function restartExports(writer: SqlWriter, organizationId: number): Promise<void> {
  await writer.$executeRaw`
    UPDATE message_export SET state = 'requested', next_at = now() WHERE organization_id = ${organizationId} AND state = 'started'`;
}
