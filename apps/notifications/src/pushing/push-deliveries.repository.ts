import { constant, dbInt, dbInts, mayChange, onlyRow, Prisma, rows, type SqlReader, type SqlWriter, type Tx } from '@parley/persistence';
import { PUSH_SERVICES, type PushService } from '@parley/push';
import { z } from 'zod';
import { FIRST_BROAD_TRIGGER } from '../deciding/missed-message.js';

/** A push service accepts 4 KB, so more messages need several notifications. */
const MESSAGES_PER_REMOVAL = 100;

interface Told {
  readonly messageId: number;
  readonly userId: number;
  readonly trigger: number;
  readonly groupId: number | null;
}

/** Most deliveries of one person for messages to many people that wait for one push service. The newest are kept. */
const MOST_BROAD_DELIVERIES = 20;
const isBroadRow = Prisma.sql`w.trigger >= ${constant(FIRST_BROAD_TRIGGER)}`;

/** One for each push service that reaches a person. People without devices cost no row. */
export async function enqueueMessages(
  tx: Tx,
  organizationId: number,
  services: readonly PushService[],
  told: readonly Told[],
): Promise<void> {
  const userIds = [...new Set(told.map(({ userId }) => userId))];
  await tx.$executeRaw`
    INSERT INTO push_delivery (organization_id, user_id, service, message_ids, trigger, group_id)
    SELECT ${organizationId}, m.user_id, t.service, ARRAY[m.message_id], m.trigger, m.group_id
    FROM (
      SELECT w.*, row_number() OVER (PARTITION BY w.user_id, ${isBroadRow} ORDER BY w.message_id DESC) AS place
      FROM unnest(${told.map(({ userId }) => userId)}::int[], ${told.map(({ messageId }) => messageId)}::bigint[],
        ${told.map(({ trigger }) => trigger)}::smallint[], ${told.map(({ groupId }) => groupId)}::int[]) AS w (user_id, message_id, trigger, group_id)
    ) AS m
    JOIN (
      SELECT p.user_id, p.service FROM push_token p
      WHERE p.organization_id = ${organizationId} AND p.user_id = ANY (${userIds}::int[]) AND p.service = ANY (${[...services]}::text[])
      UNION
      SELECT r.user_id, r.service FROM push_registration r
      WHERE r.organization_id = ${organizationId} AND r.user_id = ANY (${userIds}::int[]) AND r.service = ANY (${[...services]}::text[])
    ) t ON t.user_id = m.user_id
    WHERE m.trigger < ${FIRST_BROAD_TRIGGER}::int OR m.place <= ${MOST_BROAD_DELIVERIES}::int
    ORDER BY m.trigger >= ${FIRST_BROAD_TRIGGER}::int, m.message_id`;
  await keepNewest(
    tx,
    organizationId,
    services,
    new Set(told.flatMap(({ userId, trigger }) => (trigger >= FIRST_BROAD_TRIGGER ? [userId] : []))),
  );
}

/**
 * Of messages to many people, these people are told of the newest ones only. A delivery that was tried stays: its message may be on a device, and it
 * is the first of its person, so that there is one at most.
 */
async function keepNewest(tx: Tx, organizationId: number, services: readonly PushService[], userIds: ReadonlySet<number>): Promise<void> {
  if (userIds.size === 0) return;
  await tx.$executeRaw`
    DELETE FROM push_delivery x USING unnest(${[...userIds]}::int[]) AS u (user_id) CROSS JOIN unnest(${[...services]}::text[]) AS s (service)
    CROSS JOIN LATERAL (SELECT w.id FROM push_delivery w
      WHERE w.service = s.service AND w.organization_id = ${organizationId} AND w.user_id = u.user_id AND ${isBroadRow}
      ORDER BY w.id DESC OFFSET ${MOST_BROAD_DELIVERIES} LIMIT 1) AS last
    WHERE x.service = s.service AND x.organization_id = ${organizationId} AND x.user_id = u.user_id AND x.id <= last.id
      AND x.trigger >= ${FIRST_BROAD_TRIGGER}::int AND x.attempts = 0`;
}

const markRow = z.object({ userId: z.int(), service: z.enum(PUSH_SERVICES), messageIds: dbInts });
export type Marks = z.output<typeof markRow>;

/** Deletes the marks of these people (of all, if they are not given) on these messages (on all), and returns them. */
export function takeMarks(
  tx: Tx,
  organizationId: number,
  { userIds, messageIds }: { userIds?: readonly number[]; messageIds?: readonly number[] | undefined },
): Promise<Marks[]> {
  const ofUsers = userIds === undefined ? Prisma.empty : Prisma.sql`AND p.user_id = ANY (${[...userIds]}::int[])`;
  const ofMessages = messageIds === undefined ? Prisma.empty : Prisma.sql`AND p.message_id = ANY (${[...messageIds]}::bigint[])`;
  return rows(
    tx,
    markRow,
    Prisma.sql`
    WITH taken AS (DELETE FROM pushed_message p WHERE p.organization_id = ${organizationId} ${ofUsers} ${ofMessages}
      RETURNING p.user_id, p.service, p.message_id)
    SELECT t.user_id AS "userId", t.service, array_agg(t.message_id ORDER BY t.message_id) AS "messageIds" FROM taken t GROUP BY t.user_id, t.service`,
  );
}

export async function enqueueRemovals(tx: Tx, organizationId: number, marks: readonly Marks[]): Promise<void> {
  for (const { userId, service, messageIds } of marks) {
    for (let first = 0; first < messageIds.length; first += MESSAGES_PER_REMOVAL) {
      await tx.$executeRaw`
        INSERT INTO push_delivery (organization_id, user_id, service, message_ids)
        VALUES (${organizationId}, ${userId}, ${service}, ${messageIds.slice(first, first + MESSAGES_PER_REMOVAL)}::bigint[])`;
    }
  }
}

const deliveryRow = z.object({
  id: dbInt,
  organizationId: z.int(),
  userId: z.int(),
  messageIds: dbInts,
  trigger: z.int().nullable(),
  groupId: z.int().nullable(),
  noticeId: z.string(),
  ageSeconds: z.number(),
  attempts: z.int(),
  delivered: z.array(z.string()),
});
export type Delivery = z.output<typeof deliveryRow>;

/** Of one organization in one look, so that the others have their turn. */
const PER_ORGANIZATION = 4;

/**
 * Takes deliveries that are due, of organizations in turns, after `afterId` in the order of their ids. Of each person only the first one, so that
 * a removal does not pass its message. They are reserved for the caller; if the process dies, another one takes them after this time.
 */
export function claimDeliveries(
  writer: SqlReader,
  service: PushService,
  { afterId, most, seconds }: { afterId: number; most: number; seconds: number },
): Promise<Delivery[]> {
  return rows(
    writer,
    deliveryRow,
    Prisma.sql`
    WITH RECURSIVE line (organization_id) AS (
      (SELECT d.organization_id FROM push_delivery d WHERE d.service = ${service} AND d.organization_id > ${afterId}
        ORDER BY d.organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.organization_id FROM push_delivery d WHERE d.service = ${service} AND d.organization_id > line.organization_id
        ORDER BY d.organization_id LIMIT 1)
      FROM line WHERE line.organization_id IS NOT NULL
    ), due AS (
      SELECT f.id FROM line
      JOIN organization o ON o.id = line.organization_id AND o.deactivated_at IS NULL AND ${mayChange(Prisma.sql`o.id`)}
      CROSS JOIN LATERAL (
        SELECT d.id FROM push_delivery d
        WHERE d.service = ${service} AND d.organization_id = o.id AND d.due_at <= clock_timestamp()
          AND NOT EXISTS (SELECT FROM push_delivery e WHERE e.service = ${service} AND e.organization_id = o.id
            AND e.user_id = d.user_id AND e.id < d.id)
        ORDER BY d.id LIMIT ${PER_ORGANIZATION} FOR UPDATE SKIP LOCKED
      ) AS f
      LIMIT ${most}
    )
    UPDATE push_delivery d SET due_at = clock_timestamp() + make_interval(secs => ${seconds}::int), attempts = d.attempts + 1
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.organization_id AS "organizationId", d.user_id AS "userId", d.message_ids AS "messageIds", d.trigger, d.group_id AS "groupId",
      d.notice_id::text AS "noticeId", extract(epoch FROM clock_timestamp() - d.created_at)::float8 AS "ageSeconds", d.attempts, d.delivered`,
  );
}

export async function deleteDelivery(writer: SqlWriter, organizationId: number, id: number): Promise<void> {
  await writer.$executeRaw`DELETE FROM push_delivery WHERE organization_id = ${organizationId} AND id = ${id}`;
}

export async function retryDelivery(
  writer: SqlWriter,
  organizationId: number,
  id: number,
  { afterMs, delivered }: { afterMs: number; delivered: readonly string[] },
): Promise<void> {
  await writer.$executeRaw`
    UPDATE push_delivery SET due_at = clock_timestamp() + make_interval(secs => ${afterMs / 1000}::float8), delivered = ${[...delivered]}::text[]
    WHERE organization_id = ${organizationId} AND id = ${id}`;
}

/** Call it before sending: if the person reads the message meanwhile, the mark causes a removal. */
export async function addMark(
  writer: SqlWriter,
  organizationId: number,
  userId: number,
  service: PushService,
  messageId: number,
): Promise<void> {
  await writer.$executeRaw`
    INSERT INTO pushed_message (organization_id, message_id, user_id, service) VALUES (${organizationId}, ${messageId}, ${userId}, ${service})
    ON CONFLICT DO NOTHING`;
}

export async function deleteMark(
  writer: SqlWriter,
  organizationId: number,
  userId: number,
  service: PushService,
  messageId: number,
): Promise<void> {
  await writer.$executeRaw`
    DELETE FROM pushed_message WHERE organization_id = ${organizationId} AND message_id = ${messageId} AND user_id = ${userId} AND service = ${service}`;
}

const countRow = z.object({ count: dbInt });

/** For the badge of the app: messages that its devices show. */
export async function countMarks(reader: SqlReader, organizationId: number, userId: number, service: PushService): Promise<number> {
  const [found] = await rows(
    reader,
    countRow,
    Prisma.sql`SELECT count(*) FROM pushed_message p WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} AND p.service = ${service}`,
  );
  return found?.count ?? 0;
}

/** Of a person who is erased. */
export async function forgetPushes(writer: SqlWriter, organizationId: number, userId: number): Promise<void> {
  await writer.$executeRaw`DELETE FROM push_delivery WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await writer.$executeRaw`DELETE FROM pushed_message WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}

export async function deleteOldMarks(writer: SqlWriter, days: number): Promise<void> {
  await writer.$executeRaw`DELETE FROM pushed_message WHERE pushed_at < now() - make_interval(days => ${days}::int)`;
}

const waitingRow = z.object({ count: dbInt, seconds: z.number() });

/**
 * How many deliveries wait, counted to 10,000, and for how long the first of them has been due. Those that wait for an earlier one of their person,
 * or for their organization to be reactivated, are not late.
 */
export function waitingDeliveries(reader: SqlReader, service: PushService): Promise<z.output<typeof waitingRow>> {
  return onlyRow(
    reader,
    waitingRow,
    Prisma.sql`
    SELECT count(*), greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(w.due_at) FILTER (WHERE NOT EXISTS (
      SELECT FROM push_delivery e WHERE e.service = ${service} AND e.organization_id = w.organization_id AND e.user_id = w.user_id AND e.id < w.id))), 0))::float8
      AS seconds
    FROM (SELECT d.id, d.organization_id, d.user_id, d.due_at FROM push_delivery d
      JOIN organization o ON o.id = d.organization_id AND o.deactivated_at IS NULL AND ${mayChange(Prisma.sql`o.id`)}
      WHERE d.service = ${service} ORDER BY d.id LIMIT 10000) AS w`,
  );
}
