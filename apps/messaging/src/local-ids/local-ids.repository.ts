import { dbInt, firstRow, mayChange, Prisma, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

/** The id that a client gives to a message before it is sent, unique in the client's event queue. */
export interface LocalId {
  readonly queueId: string;
  readonly localId: string;
}

/** The id of the message that was sent before with this local id, as an SQL expression; null if there is none. */
export function messageSentWith(organizationId: number, senderId: number, local: LocalId | null): Prisma.Sql {
  if (local === null) return Prisma.sql`NULL::bigint`;
  return Prisma.sql`(SELECT message_id FROM sent_local_id
    WHERE organization_id = ${organizationId} AND sender_id = ${senderId} AND queue_id = ${local.queueId} AND local_id = ${local.localId})`;
}

const firstSend = z.object({ messageId: dbInt.nullable() });

/** The message first sent with this local id, after a send failed because of it. */
export async function readFirstSend(
  reader: SqlReader,
  organizationId: number,
  senderId: number,
  local: LocalId,
): Promise<number | undefined> {
  const row = await firstRow(reader, firstSend, Prisma.sql`SELECT ${messageSentWith(organizationId, senderId, local)} AS "messageId"`);
  return row?.messageId ?? undefined;
}

/** Deletes the local ids of all organizations that are older. Returns their number. */
export function deleteLocalIds(writer: SqlWriter, olderThanDays: number): PromiseLike<number> {
  return writer.$executeRaw`
      DELETE FROM sent_local_id l
      WHERE sent_at < now() - make_interval(days => ${olderThanDays}::int) AND ${mayChange(Prisma.sql`l.organization_id`)}`;
}
