import type { Caller } from '@parley/contracts';
import { MAX_REMINDERS, type ReminderObject } from '@parley/contracts/messaging';
import { escapeHtml } from '@parley/markdown';
import { dbInt, firstRow, onlyRow, Prisma, rows, type Select, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { lostReminderText } from './reminder-text.js';

const storedReminder = z.object({
  id: z.int(),
  userId: z.int(),
  messageId: dbInt,
  note: z.string(),
  content: z.string(),
  rendered: z.string(),
  dueAt: dbInt,
  failed: z.boolean(),
});
/** A reminder as stored. It quotes a deleted message no more, even if its row still does. */
export type StoredReminder = z.output<typeof storedReminder>;

const storedRow = storedReminder.extend({ isDeleted: z.boolean() }).transform(({ isDeleted, ...stored }): StoredReminder => {
  if (!isDeleted) return stored;
  const content = lostReminderText(stored.note);
  return { ...stored, content, rendered: `<p>${escapeHtml(content).replaceAll('\n', '<br>\n')}</p>` };
});

export function reminderObjectOf({ id, userId, messageId, content, rendered, dueAt, failed }: StoredReminder): ReminderObject {
  return {
    reminder_id: id,
    type: 'private',
    to: [userId],
    content,
    rendered_content: rendered,
    scheduled_delivery_timestamp: dueAt,
    failed,
    reminder_target_message_id: messageId,
  };
}

const objectRow = storedRow.transform(reminderObjectOf);

function columns(organizationId: number): Prisma.Sql {
  return Prisma.sql`r.id, r.user_id AS "userId", r.message_id AS "messageId", r.note, r.content, r.rendered,
      extract(epoch FROM r.due_at)::bigint AS "dueAt", r.failed,
      NOT EXISTS (SELECT FROM message m WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = r.message_id) AS "isDeleted"`;
}

/** The user's reminders that are not sent yet, ordered by due time. */
export function selectReminders(organizationId: number, userId: number): Select<typeof objectRow> {
  return select(
    objectRow,
    Prisma.sql`
    SELECT ${columns(organizationId)} FROM reminder r
    WHERE r.organization_id = ${organizationId} AND r.user_id = ${userId} ORDER BY r.due_at, r.id LIMIT ${MAX_REMINDERS}`,
  );
}

export function readReminders(reader: SqlReader, { organizationId, userId }: Caller): Promise<ReminderObject[]> {
  return selectRows(reader, selectReminders(organizationId, userId));
}

export function readReminder(tx: Tx, organizationId: number, id: number): Promise<StoredReminder | undefined> {
  return firstRow(
    tx,
    storedRow,
    Prisma.sql`SELECT ${columns(organizationId)} FROM reminder r WHERE r.organization_id = ${organizationId} AND r.id = ${id}`,
  );
}

const messageIdRow = z.object({ messageId: dbInt });

/** Those of the messages that reminders are about. */
export async function remindedMessages(tx: Tx, organizationId: number, messageIds: readonly number[]): Promise<number[]> {
  const reminded = await rows(
    tx,
    messageIdRow,
    Prisma.sql`
    SELECT given.id AS "messageId" FROM unnest(${[...messageIds]}::bigint[]) AS given (id)
    WHERE EXISTS (SELECT FROM reminder r WHERE r.organization_id = ${organizationId} AND r.message_id = given.id)`,
  );
  return reminded.map(({ messageId }) => messageId);
}

/** Some of the reminders, of all users, that still quote one of these deleted messages. */
export function quotingReminders(tx: Tx, organizationId: number, messageIds: readonly number[], most: number): Promise<StoredReminder[]> {
  return rows(
    tx,
    storedRow,
    Prisma.sql`
    SELECT ${columns(organizationId)} FROM reminder r
    WHERE r.organization_id = ${organizationId} AND r.message_id = ANY (${[...messageIds]}::bigint[])
      AND NOT starts_with(r.content, ${lostReminderText('')})
    ORDER BY r.id LIMIT ${most}`,
  );
}

export function countReminders(tx: Tx, caller: Caller): Promise<number> {
  const { organizationId, userId } = caller;
  return tx.reminder.count({ where: { organizationId, userId } });
}

const idRow = z.object({ id: z.int() });

/** Returns its id. */
export async function storeReminder(tx: Tx, caller: Caller, reminder: Omit<StoredReminder, 'id' | 'userId' | 'failed'>): Promise<number> {
  const { organizationId, userId } = caller;
  const { messageId, note, content, rendered, dueAt } = reminder;
  const { id } = await onlyRow(
    tx,
    idRow,
    Prisma.sql`
    INSERT INTO reminder (organization_id, user_id, message_id, note, content, rendered, due_at)
    VALUES (${organizationId}, ${userId}, ${messageId}::bigint, ${note}, ${content}, ${rendered}, to_timestamp(${dueAt}::float8)) RETURNING id`,
  );
  return id;
}

export async function replaceReminderTexts(tx: Tx, organizationId: number, reminders: readonly StoredReminder[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE reminder r SET content = given.content, rendered = given.rendered
    FROM unnest(${reminders.map(({ id }) => id)}::int[], ${reminders.map(({ content }) => content)}::text[],
      ${reminders.map(({ rendered }) => rendered)}::text[]) AS given (id, content, rendered)
    WHERE r.organization_id = ${organizationId} AND r.id = given.id`;
}

export async function storeReminderFailure(tx: Tx, organizationId: number, id: number): Promise<void> {
  await tx.$executeRaw`UPDATE reminder SET failed = true WHERE organization_id = ${organizationId} AND id = ${id}`;
}

/** Returns whether the user had this reminder. Ids come from clients and may exceed any column. */
export async function removeReminder(tx: Tx, organizationId: number, userId: number, id: number): Promise<boolean> {
  const removed = await tx.$executeRaw`
    DELETE FROM reminder WHERE organization_id = ${organizationId} AND id = ${id}::bigint AND user_id = ${userId}`;
  return removed > 0;
}
