import { type PersonalMessage, readable, unread, type Viewer } from '@parley/access';
import {
  dbInt,
  dueInTurns,
  firstRow,
  mayChange,
  onlyRow,
  PREPARED,
  Prisma,
  rows,
  type SqlReader,
  type SqlWriter,
  type Tx,
} from '@parley/persistence';
import { z } from 'zod';

/** Someone who was not away is told after this time, unless a client of theirs was online since. */
export const ONLINE_SECONDS = 600;
/** Rows of one person that are taken at once. */
const MOST_ROWS = 1_000;
// All times are the database's.

const dueRow = z.object({ organizationId: z.int(), userId: z.int() });
export type Due = z.output<typeof dueRow>;

const DUE = { name: 'missed_mail_due', key: ['organization_id', 'user_id'], at: 'due_at' } as const;

/** People whose mails are due, of organizations in turns. They are reserved for the caller for a while. */
export function claimDue(reader: SqlReader, most: number, seconds: number): Promise<Due[]> {
  return rows(
    reader,
    dueRow,
    Prisma.sql`
    UPDATE missed_mail_due d SET due_at = clock_timestamp() + make_interval(secs => ${seconds}::int) FROM (${dueInTurns(DUE, most)}) AS due
    WHERE d.organization_id = due.organization_id AND d.user_id = due.user_id
    RETURNING d.organization_id AS "organizationId", d.user_id AS "userId"`,
  );
}

/** Held until the end of the transaction: meanwhile nothing is added for this person. Returns false if another process was faster. */
export async function lockDue(tx: Tx, organizationId: number, userId: number): Promise<boolean> {
  const locked = Prisma.sql`
    SELECT d.organization_id AS "organizationId", d.user_id AS "userId" FROM missed_mail_due d
    WHERE d.organization_id = ${organizationId} AND d.user_id = ${userId} FOR UPDATE`;
  return (await firstRow(tx, dueRow, locked)) !== undefined;
}

const takenRow = z.object({ messageId: dbInt, trigger: z.int(), mentionedGroupId: z.int().nullable(), conversation: z.string() });
export type Taken = z.output<typeof takenRow>;

/**
 * Removes rows whose time has come, the oldest first, and returns those messages that the person may still read, has not read, and was not online
 * to receive. `conversation`: the same for the messages of one mail.
 */
export function takeRipe(tx: Tx, viewer: Viewer): Promise<Taken[]> {
  const { organizationId, userId } = viewer;
  return rows(
    tx,
    takenRow,
    Prisma.sql`
    WITH ripe AS (
      DELETE FROM missed_message x WHERE x.organization_id = ${organizationId} AND x.user_id = ${userId} AND x.message_id IN (
        SELECT w.message_id FROM missed_message w WHERE w.organization_id = ${organizationId} AND w.user_id = ${userId}
          AND (w.was_away OR w.missed_at <= clock_timestamp() - make_interval(secs => ${ONLINE_SECONDS}::int))
        ORDER BY w.message_id LIMIT ${MOST_ROWS})
      RETURNING x.message_id, x.trigger, x.mentioned_group_id, x.was_away, x.missed_at
    )
    SELECT r.message_id AS "messageId", r.trigger, r.mentioned_group_id AS "mentionedGroupId",
      CASE WHEN m.conversation_id IS NULL THEN 't' || m.topic_id ELSE 'c' || m.conversation_id END AS conversation
    FROM ripe r
    CROSS JOIN LATERAL (SELECT * FROM message WHERE organization_id IS NOT DISTINCT FROM ${organizationId} AND id = r.message_id OFFSET 0) AS m
    WHERE ${readable(viewer)} AND ${unread(viewer)} AND (r.was_away OR NOT EXISTS (
      SELECT FROM user_presence p WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} AND p.idle_at > r.missed_at))
    ORDER BY m.id`,
  );
}

/** After rows were taken: the person is looked at again when the next row is ripe, or not at all. */
export async function settleDue(tx: Tx, organizationId: number, userId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE missed_mail_due SET due_at = next.at FROM (
      SELECT min(CASE WHEN w.was_away THEN w.missed_at ELSE w.missed_at + make_interval(secs => ${ONLINE_SECONDS}::int) END) AS at
      FROM missed_message w WHERE w.organization_id = ${organizationId} AND w.user_id = ${userId}) AS next
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND next.at IS NOT NULL`;
  await tx.$executeRaw`
    DELETE FROM missed_mail_due d WHERE d.organization_id = ${organizationId} AND d.user_id = ${userId} AND NOT EXISTS (
      SELECT FROM missed_message w WHERE w.organization_id = ${organizationId} AND w.user_id = ${userId})`;
}

/** Tells someone of nothing that they missed so far. */
export async function forgetMissed(writer: SqlWriter, organizationId: number, userId: number): Promise<void> {
  await writer.$executeRaw`DELETE FROM missed_mail_due WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await writer.$executeRaw`DELETE FROM missed_message WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}

const idRow = z.object({ id: dbInt });

/** The newest messages before this one in its topic or conversation, as far as the viewer may read them. */
export async function messagesBefore(reader: SqlReader, viewer: Viewer, first: PersonalMessage, most: number): Promise<number[]> {
  const { organizationId } = viewer;
  const isSame =
    first.facts.recipient.kind === 'direct' ? Prisma.sql`x.conversation_id = f.conversation_id` : Prisma.sql`x.topic_id = f.topic_id`;
  const found = await rows(
    reader,
    idRow,
    Prisma.sql`
    ${PREPARED} SELECT m.id FROM message f CROSS JOIN LATERAL (
      SELECT x.* FROM message x WHERE x.organization_id IS NOT DISTINCT FROM ${organizationId} AND ${isSame} AND x.id < f.id
      ORDER BY x.id DESC LIMIT ${most}) AS m
    WHERE f.organization_id IS NOT DISTINCT FROM ${organizationId} AND f.id = ${first.facts.id} AND ${readable(viewer)}`,
  );
  return found.map(({ id }) => id);
}

const oldestRow = z.object({ seconds: z.number(), people: z.int() });

/** For how long the person who waits for the longest time has had a mail that is due, and how many wait, counted to 10,000. */
export function dueState(reader: SqlReader): Promise<z.output<typeof oldestRow>> {
  return onlyRow(
    reader,
    oldestRow,
    Prisma.sql`
    SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(w.due_at)), 0))::float8 AS seconds, count(*)::int AS people
    FROM (SELECT d.due_at FROM missed_mail_due d WHERE d.due_at <= now() AND ${mayChange(Prisma.sql`d.organization_id`)} ORDER BY d.due_at LIMIT 10000) AS w`,
  );
}

const sharedRow = z.object({ isShared: z.boolean() });

/** Whether this address has an account in another organization of this cell. */
export async function hasOtherAccount(reader: SqlReader, organizationId: number, email: string): Promise<boolean> {
  const { isShared } = await onlyRow(
    reader,
    sharedRow,
    Prisma.sql`
    SELECT EXISTS (SELECT FROM user_account u
      WHERE lower(u.delivery_email) = lower(${email}) AND u.organization_id <> ${organizationId} AND u.is_active) AS "isShared"`,
  );
  return isShared;
}
