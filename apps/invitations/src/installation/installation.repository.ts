import { dbInt, firstRow, livesHere, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const outboxState = z.object({ waiting: z.int(), givenUp: z.int(), oldestSeconds: z.number() });
export type OutboxState = z.output<typeof outboxState>;

/** During a long outage the table can be large. */
const MAX_COUNTED = 10_000;

/** The calls of the outbox that are not delivered. The oldest has the lowest id. */
export async function readOutboxState(reader: SqlReader): Promise<OutboxState> {
  const state = await firstRow(
    reader,
    outboxState,
    Prisma.sql`
    SELECT (SELECT count(*)::int FROM (SELECT FROM outbox_call WHERE given_up_at IS NULL LIMIT ${MAX_COUNTED}) AS found) AS waiting,
      (SELECT count(*)::int FROM (SELECT FROM outbox_call WHERE given_up_at IS NOT NULL LIMIT ${MAX_COUNTED}) AS found) AS "givenUp",
      coalesce((SELECT greatest(extract(epoch FROM clock_timestamp() - enqueued_at), 0)::float8
        FROM outbox_call WHERE given_up_at IS NULL ORDER BY id LIMIT 1), 0) AS "oldestSeconds"`,
  );
  return state ?? { waiting: 0, givenUp: 0, oldestSeconds: 0 };
}

const slot = z.object({ name: z.string(), bytes: dbInt });

/** The replication slots that keep the most of the write-ahead log. One that was invalidated keeps none. */
export function readSlots(reader: SqlReader, count: number): Promise<z.output<typeof slot>[]> {
  return rows(
    reader,
    slot,
    Prisma.sql`
    SELECT s.slot_name::text AS name, pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn)::bigint AS bytes
    FROM pg_replication_slots s WHERE s.restart_lsn IS NOT NULL ORDER BY bytes DESC, name LIMIT ${count}`,
  );
}

const usage = z.object({ organizationId: z.int(), name: z.string(), amount: dbInt });
export type Usage = z.output<typeof usage>;

/** The organizations with the most messages, as far as their ids show. */
export function mostMessages(reader: SqlReader, count: number): Promise<Usage[]> {
  return rows(
    reader,
    usage,
    Prisma.sql`
    SELECT o.id AS "organizationId", o.string_id AS name, c.last_message_id AS amount
    FROM organization_counter c JOIN organization o ON o.id = c.organization_id
    WHERE c.last_message_id > 0 AND ${livesHere(Prisma.sql`o.id`)} ORDER BY c.last_message_id DESC, o.id LIMIT ${count}`,
  );
}

/** The organizations that stored the most messages since the day began (UTC). */
export function mostMessagesToday(reader: SqlReader, count: number): Promise<Usage[]> {
  return rows(
    reader,
    usage,
    Prisma.sql`
    SELECT o.id AS "organizationId", o.string_id AS name, c.messages_of_day::bigint AS amount
    FROM organization_counter c JOIN organization o ON o.id = c.organization_id
    WHERE c.message_day >= (now() AT TIME ZONE 'UTC')::date ORDER BY c.messages_of_day DESC, o.id LIMIT ${count}`,
  );
}

/** The organizations with the most bytes of uploaded files. */
export function mostUploads(reader: SqlReader, count: number): Promise<Usage[]> {
  return rows(
    reader,
    usage,
    Prisma.sql`
    SELECT o.id AS "organizationId", o.string_id AS name, u.bytes AS amount
    FROM upload_usage u JOIN organization o ON o.id = u.organization_id
    WHERE u.bytes > 0 AND ${livesHere(Prisma.sql`o.id`)} ORDER BY u.bytes DESC, o.id LIMIT ${count}`,
  );
}
