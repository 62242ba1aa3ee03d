import type { Caller } from '@parley/contracts';
import { MAX_REMINDERS, type ReminderObject } from '@parley/contracts/messaging';
import { dbInt, firstRow, onlyRow, Prisma, rows, type Select, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const storedRow = z.object({
  id: z.int(),
  userId: z.int(),
  messageId: dbInt,
  note: z.string(),
  content: z.string(),
  rendered: z.string(),
  dueAt: dbInt,
  failed: z.boolean(),
});
/** A reminder as stored. */
export type StoredReminder = z.output<typeof storedRow>;

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

const COLUMNS = Prisma.sql`r.id, r.user_id AS "userId", r.message_id AS "messageId", r.note, r.content, r.rendered,
      extract(epoch FROM r.due_at)::bigint AS "dueAt", r.failed`;

/** The user's reminders that are not sent yet, those that are due first first. */
export function selectReminders(organizationId: number, userId: number): Select<typeof objectRow> {
  return select(
    objectRow,
    Prisma.sql`
    SELECT ${COLUMNS} FROM reminder r
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
    Prisma.sql`SELECT ${COLUMNS} FROM reminder r WHERE r.organization_id = ${organizationId} AND r.id = ${id}`,
  );
}

/** Those about one of these messages, of all users. */
export function remindersAbout(tx: Tx, organizationId: number, messageIds: readonly number[]): Promise<StoredReminder[]> {
  return rows(
    tx,
    storedRow,
    Prisma.sql`
    SELECT ${COLUMNS} FROM reminder r
    WHERE r.organization_id = ${organizationId} AND r.message_id = ANY (${[...messageIds]}::bigint[]) ORDER BY r.id`,
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

export async function replaceReminderText(tx: Tx, organizationId: number, { id, content, rendered }: StoredReminder): Promise<void> {
  await tx.$executeRaw`
    UPDATE reminder SET content = ${content}, rendered = ${rendered} WHERE organization_id = ${organizationId} AND id = ${id}`;
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
