import {
  dbInt,
  dueInTurns,
  firstRow,
  mayChange,
  onlyRow,
  Prisma,
  rows,
  type SqlReader,
  type SqlWriter,
  type Tx,
} from '@parley/persistence';
import { z } from 'zod';
import { DAILY_LIMIT, NEXT_DAY, TODAY } from '../daily-limit/daily-limit.sql.js';

// All times are the database's, so that processes whose clocks differ agree on what is due.

const claimedRow = z.object({ organizationId: z.int() });
const DUE = { name: 'due_organization', key: ['organization_id'], at: 'next_at' } as const;

/** Organizations that a process should look at now. Each is reserved for the caller for a while. */
export async function claimDueOrganizations(reader: SqlReader, most: number, seconds: number): Promise<number[]> {
  const claimed = await rows(
    reader,
    claimedRow,
    Prisma.sql`
    UPDATE due_organization d SET next_at = clock_timestamp() + make_interval(secs => ${seconds}::int) FROM (${dueInTurns(DUE, most)}) AS due
    WHERE d.organization_id = due.organization_id
    RETURNING d.organization_id AS "organizationId"`,
  );
  return claimed.map(({ organizationId }) => organizationId);
}

const nextRow = z.object({
  kind: z.enum(['message', 'reminder']),
  id: z.int(),
  isDue: z.boolean(),
  at: z.date(),
  isOrganizationActive: z.boolean(),
});
/** What the organization sends next. */
export type DueItem = Pick<z.output<typeof nextRow>, 'kind' | 'id'>;

/** Scheduled messages wait for the next day, and are looked at each hour, because the operator may raise the quota. */
const WITHIN_QUOTA_AT = Prisma.sql`CASE WHEN c.message_day >= ${TODAY} AND c.messages_of_day >= ${DAILY_LIMIT}
          THEN least(${NEXT_DAY}, clock_timestamp() + interval '1 hour') ELSE '-infinity' END`;

/**
 * `at`: when it is due, or when the quota of messages on a day next allows it. The quota does not concern reminders. Must run inside
 * EventLog.change: what is due cannot change until its end. Undefined if nothing is left.
 */
export function nextItem(tx: Tx, organizationId: number): Promise<z.output<typeof nextRow> | undefined> {
  return firstRow(
    tx,
    nextRow,
    Prisma.sql`
    SELECT n.kind, n.id, n.at, n.at <= clock_timestamp() AS "isDue", o.deactivated_at IS NULL AS "isOrganizationActive"
    FROM organization o JOIN organization_counter c ON c.organization_id = ${organizationId} CROSS JOIN LATERAL (
      (SELECT 'message' AS kind, m.id, greatest(m.due_at, ${WITHIN_QUOTA_AT}) AS at FROM scheduled_message m
        WHERE m.organization_id = ${organizationId} AND m.failure IS NULL ORDER BY m.due_at, m.id LIMIT 1)
      UNION ALL
      (SELECT 'reminder', r.id, r.due_at FROM reminder r
        WHERE r.organization_id = ${organizationId} AND NOT r.failed ORDER BY r.due_at, r.id LIMIT 1)
    ) AS n
    WHERE o.id = ${organizationId} ORDER BY n.at, n.id LIMIT 1`,
  );
}

/** When the organization is looked at next. Must run inside EventLog.change, or a new row could be overlooked. */
export async function settle(tx: Tx, organizationId: number, nextAt: Date | undefined): Promise<void> {
  if (nextAt === undefined) await tx.$executeRaw`DELETE FROM due_organization WHERE organization_id = ${organizationId}`;
  else await tx.$executeRaw`UPDATE due_organization SET next_at = ${nextAt} WHERE organization_id = ${organizationId}`;
}

/** Looks at the organization again after this time. */
export async function lookAgain(writer: SqlWriter, organizationId: number, seconds: number): Promise<void> {
  await writer.$executeRaw`
    UPDATE due_organization SET next_at = clock_timestamp() + make_interval(secs => ${seconds}::float8)
    WHERE organization_id = ${organizationId}`;
}

/**
 * A deactivated organization sends nothing. The pause equals the time since the item was due, between 5 seconds and an hour. So many such
 * organizations cost nearly nothing, and one that is reactivated soon goes on soon.
 */
export async function waitForReactivation(tx: Tx, organizationId: number, dueAt: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE due_organization
    SET next_at = clock_timestamp() + greatest(interval '5 seconds', least(interval '1 hour', clock_timestamp() - ${dueAt}::timestamptz))
    WHERE organization_id = ${organizationId}`;
}

/** An item that is changed and fails again keeps its attempts. */
const MOST_ATTEMPTS = 1_000;

const attemptsRow = z.object({ attempts: dbInt });

/** Counts an attempt that ended with an unexpected error. Returns their number; 0 if the item is gone. */
export async function countAttempt(tx: Tx, organizationId: number, { kind, id }: DueItem): Promise<number> {
  const counted = await firstRow(
    tx,
    attemptsRow,
    kind === 'message'
      ? Prisma.sql`
        UPDATE scheduled_message SET attempts = least(attempts + 1, ${MOST_ATTEMPTS}) WHERE organization_id = ${organizationId} AND id = ${id} RETURNING attempts`
      : Prisma.sql`UPDATE reminder SET attempts = attempts + 1 WHERE organization_id = ${organizationId} AND id = ${id} RETURNING attempts`,
  );
  return counted?.attempts ?? 0;
}

const oldestRow = z.object({ seconds: z.number() });

/** For how long the organization that waits for the longest time has been due. 0 if none is. */
export async function oldestDueSeconds(reader: SqlReader): Promise<number> {
  const { seconds } = await onlyRow(
    reader,
    oldestRow,
    Prisma.sql`SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(next_at)), 0))::float8 AS seconds FROM due_organization d
      WHERE ${mayChange(Prisma.sql`d.organization_id`)}`,
  );
  return seconds;
}
