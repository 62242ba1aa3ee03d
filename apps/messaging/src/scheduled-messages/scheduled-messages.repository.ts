import type { Caller } from '@parley/contracts';
import { MAX_SCHEDULED_MESSAGES, type ScheduledMessageObject } from '@parley/contracts/messaging';
import {
  dbInt,
  dbInts,
  firstRow,
  onlyRow,
  Prisma,
  rows,
  type Select,
  type SqlReader,
  select,
  selectRows,
  type Tx,
} from '@parley/persistence';
import { z } from 'zod';
import { type Schedule, scheduledMessageObjectOf } from './schedule.js';

const columns = {
  id: z.int(),
  userId: z.int(),
  type: z.enum(['stream', 'private']),
  to: dbInts,
  topic: z.string(),
  content: z.string(),
  rendered: z.string(),
  readBySender: z.boolean(),
  clientName: z.string(),
  dueAt: dbInt,
  /** Seconds since it was due. */
  late: z.number(),
  failure: z.string().nullable(),
};
const storedRow = z.object(columns);
/** A scheduled message as stored. */
export type StoredSchedule = z.output<typeof storedRow>;

const objectRow = storedRow.transform((row): ScheduledMessageObject => scheduledMessageObjectOf(row.id, row, row.failure !== null));

const COLUMNS = Prisma.sql`s.id, s.user_id AS "userId", s.type, s.recipient_ids AS "to", s.topic, s.content, s.rendered,
      s.read_by_sender AS "readBySender", s.client_name AS "clientName", extract(epoch FROM s.due_at)::bigint AS "dueAt",
      extract(epoch FROM clock_timestamp() - s.due_at)::float8 AS late, s.failure`;

/** The user's messages that are not sent yet, ordered by due time. */
export function selectScheduledMessages(organizationId: number, userId: number): Select<typeof objectRow> {
  return select(
    objectRow,
    Prisma.sql`
    SELECT ${COLUMNS} FROM scheduled_message s
    WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId} ORDER BY s.due_at, s.id LIMIT ${MAX_SCHEDULED_MESSAGES}`,
  );
}

export function readScheduledMessages(reader: SqlReader, { organizationId, userId }: Caller): Promise<ScheduledMessageObject[]> {
  return selectRows(reader, selectScheduledMessages(organizationId, userId));
}

/** Ids come from clients and may exceed any column. Compared as bigint, they are simply unknown. */
export function readSchedule(tx: Tx, organizationId: number, id: number): Promise<StoredSchedule | undefined> {
  return firstRow(
    tx,
    storedRow,
    Prisma.sql`SELECT ${COLUMNS} FROM scheduled_message s WHERE s.organization_id = ${organizationId} AND s.id = ${id}::bigint`,
  );
}

export function countSchedules(tx: Tx, caller: Caller): Promise<number> {
  const { organizationId, userId } = caller;
  return tx.scheduledMessage.count({ where: { organizationId, userId } });
}

const idRow = z.object({ id: z.int() });

/** Returns its id. */
export async function storeSchedule(tx: Tx, caller: Caller, schedule: Schedule): Promise<number> {
  const { organizationId, userId } = caller;
  const { type, to, topic, content, rendered, readBySender, clientName, dueAt } = schedule;
  const { id } = await onlyRow(
    tx,
    idRow,
    Prisma.sql`
    INSERT INTO scheduled_message (organization_id, user_id, type, recipient_ids, topic, content, rendered, read_by_sender, client_name, due_at)
    VALUES (${organizationId}, ${userId}, ${type}, ${[...to]}::int[], ${topic}, ${content}, ${rendered}, ${readBySender}, ${clientName},
      to_timestamp(${dueAt}::float8))
    RETURNING id`,
  );
  return id;
}

/**
 * It is sent at its time again, if it could not be sent before. It keeps its attempts, so that a message that always fails holds up those after it
 * only once.
 */
export async function replaceSchedule(tx: Tx, organizationId: number, id: number, schedule: Schedule): Promise<void> {
  const { type, to, topic, content, rendered, clientName, dueAt } = schedule;
  await tx.$executeRaw`
    UPDATE scheduled_message SET type = ${type}, recipient_ids = ${[...to]}::int[], topic = ${topic}, content = ${content},
      rendered = ${rendered}, client_name = ${clientName}, due_at = to_timestamp(${dueAt}::float8), failure = NULL
    WHERE organization_id = ${organizationId} AND id = ${id}`;
}

/** What the user scheduled, and is due for longer than this. Ordered by due time. */
export function lateSchedules(tx: Tx, organizationId: number, userId: number, seconds: number): Promise<StoredSchedule[]> {
  return rows(
    tx,
    storedRow,
    Prisma.sql`
    SELECT ${COLUMNS} FROM scheduled_message s
    WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId} AND s.failure IS NULL
      AND s.due_at < clock_timestamp() - make_interval(secs => ${seconds}::float8)
    ORDER BY s.due_at, s.id`,
  );
}

export async function storeFailure(tx: Tx, organizationId: number, ids: readonly number[], failure: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE scheduled_message SET failure = ${failure} WHERE organization_id = ${organizationId} AND id = ANY (${[...ids]}::int[])`;
}

/** Returns whether the user had this scheduled message. */
export async function removeSchedule(tx: Tx, organizationId: number, userId: number, id: number): Promise<boolean> {
  const removed = await tx.$executeRaw`
    DELETE FROM scheduled_message WHERE organization_id = ${organizationId} AND id = ${id}::bigint AND user_id = ${userId}`;
  return removed > 0;
}
