import { onlyRow, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';
import { type DueCall, dueCall } from './calls.repository.js';

/** Longer than a call may take. If the process dies, another one repeats the call after this time. */
const CLAIM_SECONDS = 30;

/** The next calls, organizations in turns. Each is this process's for a while, and counts as attempted. */
export function claimCalls(reader: SqlReader, room: number, perOrganization: number, full: readonly number[]): Promise<DueCall[]> {
  return rows(
    reader,
    dueCall,
    Prisma.sql`
    UPDATE webhook_call w SET next_at = now() + make_interval(secs => ${CLAIM_SECONDS}::int), attempts = w.attempts + 1
    FROM (
      SELECT r.organization_id, r.bot_id, r.message_id FROM (
        SELECT c.organization_id, c.bot_id, c.message_id, c.next_at,
          row_number() OVER (PARTITION BY c.organization_id ORDER BY c.next_at, c.message_id) AS turn
        FROM webhook_call c WHERE c.next_at <= now() AND c.organization_id <> ALL (${[...full]}::int[])
      ) r WHERE r.turn <= ${perOrganization}::int ORDER BY r.turn, r.next_at LIMIT ${room}::int
    ) due
    WHERE w.organization_id = due.organization_id AND w.bot_id = due.bot_id AND w.message_id = due.message_id AND w.next_at <= now()
    RETURNING w.organization_id AS "organizationId", w.bot_id AS "botId", w.message_id AS "messageId", w.trigger, w.attempts`,
  );
}

const oldestRow = z.object({ seconds: z.number() });

/** For how long the call that waits for the longest time has been due, in the installation. A call that a process makes is not due. */
export async function oldestCallSeconds(reader: SqlReader): Promise<number> {
  const { seconds } = await onlyRow(
    reader,
    oldestRow,
    Prisma.sql`
    SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(c.next_at)), 0))::float8 AS seconds
    FROM webhook_call c WHERE c.next_at <= now()`,
  );
  return seconds;
}
