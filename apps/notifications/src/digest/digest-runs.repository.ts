import {
  dueInTurns,
  firstRow,
  mayChange,
  onlyRow,
  organizationSettingSql,
  Prisma,
  rows,
  type SqlReader,
  type Tx,
} from '@parley/persistence';
import { z } from 'zod';

/** When digests begin on their weekday, in UTC: then it is this weekday nearly everywhere. Organizations begin within an hour. */
const HOUR = 10;
const SPREAD_SECONDS = 3_600;
/** A digest that could not begin for so long waits for its next weekday. */
const MOST_LATE_SECONDS = 24 * 3_600;

// All times are the database's.

const enabled = organizationSettingSql('digest_emails_enabled', Prisma.sql`o.settings`);

/** The next time at which a digest of organization `o` begins. 0 is Monday. */
const nextTime = (() => {
  const today = Prisma.sql`clock_timestamp() AT TIME ZONE 'UTC'`;
  const days = Prisma.sql`(${organizationSettingSql('digest_weekday', Prisma.sql`o.settings`)} + 8 - extract(isodow FROM ${today})::int) % 7`;
  const at = Prisma.sql`(date_trunc('day', ${today}) + make_interval(days => ${days}, hours => ${HOUR}::int, secs => o.id % ${SPREAD_SECONDS}::int))
    AT TIME ZONE 'UTC'`;
  return Prisma.sql`(SELECT CASE WHEN t.at > clock_timestamp() THEN t.at ELSE t.at + interval '7 days' END FROM (SELECT ${at} AS at) AS t)`;
})();

const scheduledRow = z.object({ seconds: z.number() });

/** An event is logged a moment after what it tells of. */
const EARLIER_SECONDS = 60;

/**
 * Schedules the next digest of the organization unless one is scheduled. `at`: when something happened of which it tells, in seconds.
 * Returns the seconds until it begins, 0 or less if it has begun or is due; undefined if the organization sends none.
 */
export async function scheduleDigest(tx: Tx, organizationId: number, at: number): Promise<number | undefined> {
  const found = await firstRow(
    tx,
    scheduledRow,
    Prisma.sql`
    WITH added AS (
      INSERT INTO digest_run (organization_id, scheduled_at, due_at, since)
      SELECT o.id, n.at, n.at, to_timestamp(${at - EARLIER_SECONDS}::float8) FROM organization o CROSS JOIN LATERAL (SELECT ${nextTime} AS at) AS n
      WHERE o.id = ${organizationId} AND ${enabled}
      ON CONFLICT DO NOTHING RETURNING scheduled_at
    )
    SELECT extract(epoch FROM k.scheduled_at - clock_timestamp())::float8 AS seconds FROM (
      SELECT a.scheduled_at FROM added a UNION ALL SELECT d.scheduled_at FROM digest_run d WHERE d.organization_id = ${organizationId}) AS k`,
  );
  return found?.seconds;
}

/** After the settings changed. A digest that is being made goes on. */
export async function rescheduleDigest(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE digest_run d SET scheduled_at = n.at, due_at = n.at FROM organization o CROSS JOIN LATERAL (SELECT ${nextTime} AS at) AS n
    WHERE d.organization_id = ${organizationId} AND d.begun_at IS NULL AND o.id = ${organizationId}`;
}

/** `claimedUntil`: identifies the claim. */
const dueRow = z.object({ organizationId: z.int(), claimedUntil: z.string() });
export type DueDigest = z.output<typeof dueRow>;

const DUE = { name: 'digest_run', key: ['organization_id'], at: 'due_at' } as const;

/** Organizations whose digests are due, those first that have waited for the longest time. They are reserved for the caller for a while. */
export function claimDigests(reader: SqlReader, most: number, seconds: number): Promise<DueDigest[]> {
  return rows(
    reader,
    dueRow,
    Prisma.sql`
    UPDATE digest_run d SET due_at = clock_timestamp() + make_interval(secs => ${seconds}::int) FROM (${dueInTurns(DUE, most)}) AS due
    WHERE d.organization_id = due.organization_id RETURNING d.organization_id AS "organizationId", d.due_at::text AS "claimedUntil"`,
  );
}

const runRow = z.object({
  since: z.date(),
  begunAt: z.date().nullable(),
  afterUserId: z.int(),
  isLate: z.boolean(),
  /** Whether the organization still sends digests. */
  isWanted: z.boolean(),
});
export type DigestRun = z.output<typeof runRow>;

/** Held until the end of the transaction. Undefined if another process was faster: the row may already be that of the next digest. */
export function lockRun(tx: Tx, organizationId: number, claimedUntil: string): Promise<DigestRun | undefined> {
  return firstRow(
    tx,
    runRow,
    Prisma.sql`
    SELECT d.since, d.begun_at AS "begunAt", d.after_user_id AS "afterUserId", ${enabled} AND o.deactivated_at IS NULL AS "isWanted",
      d.scheduled_at < clock_timestamp() - make_interval(secs => ${MOST_LATE_SECONDS}::int) AS "isLate"
    FROM digest_run d JOIN organization o ON o.id = ${organizationId} WHERE d.organization_id = ${organizationId} AND d.due_at = ${claimedUntil}::timestamptz
    FOR UPDATE OF d`,
  );
}

export async function beginRun(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE digest_run SET begun_at = clock_timestamp(), due_at = clock_timestamp() WHERE organization_id = ${organizationId}`;
}

/** The next people are taken after this time. */
export async function continueRun(
  tx: Tx,
  organizationId: number,
  { afterUserId, inSeconds }: { readonly afterUserId: number; readonly inSeconds: number },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE digest_run SET after_user_id = ${afterUserId}, due_at = clock_timestamp() + make_interval(secs => ${inSeconds}::float8)
    WHERE organization_id = ${organizationId}`;
}

/** All people were taken. What happened since the beginning belongs to the next digest; if nothing did, there is none. */
export async function endRun(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`DELETE FROM digest_topic WHERE organization_id = ${organizationId}`;
  const happened = Prisma.sql`(
    EXISTS (SELECT FROM message m WHERE m.organization_id = ${organizationId} AND m.sent_at >= d.begun_at AND m.channel_id IS NOT NULL)
    OR EXISTS (SELECT FROM channel c WHERE c.organization_id = ${organizationId} AND c.created_at >= d.begun_at))`;
  await tx.$executeRaw`DELETE FROM digest_run d WHERE d.organization_id = ${organizationId} AND NOT ${happened}`;
  await tx.$executeRaw`
    UPDATE digest_run d SET scheduled_at = n.at, due_at = n.at, since = d.begun_at, begun_at = NULL, after_user_id = 0
    FROM organization o CROSS JOIN LATERAL (SELECT ${nextTime} AS at) AS n
    WHERE d.organization_id = ${organizationId} AND o.id = ${organizationId}`;
}

/** The organization sends no digest. */
export async function dropRun(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`DELETE FROM digest_topic WHERE organization_id = ${organizationId}`;
  await tx.$executeRaw`DELETE FROM digest_run WHERE organization_id = ${organizationId}`;
}

const oldestRow = z.object({ seconds: z.number() });

/** The longest time for which any organization has been due. */
export async function oldestDigestSeconds(reader: SqlReader): Promise<number> {
  const { seconds } = await onlyRow(
    reader,
    oldestRow,
    Prisma.sql`
    SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(w.due_at)), 0))::float8 AS seconds
    FROM digest_run w WHERE w.due_at <= now() AND ${mayChange(Prisma.sql`w.organization_id`)}`,
  );
  return seconds;
}
