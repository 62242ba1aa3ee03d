import { readable, type Viewer } from '@parley/access';
import { dbInt, firstRow, PREPARED, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

/** The place of a message, for operations on it. */
export interface PlacedMessage {
  readonly id: number;
  readonly senderId: number;
  /** Null for a direct message. */
  readonly place: { readonly channelId: number; readonly topic: string } | null;
}

const placedRow = z.object({ senderId: dbInt, channelId: dbInt.nullable(), topic: z.string().nullable() });

/** Undefined if the viewer may not read it, if it does not exist, or if its channel is archived and thus cannot change. */
export async function readPlaced(reader: SqlReader, viewer: Viewer, messageId: number): Promise<PlacedMessage | undefined> {
  const row = await firstRow(
    reader,
    placedRow,
    Prisma.sql`
    ${PREPARED} SELECT m.sender_id AS "senderId", m.channel_id AS "channelId", m.topic
    FROM message m LEFT JOIN channel c ON c.organization_id = ${viewer.organizationId} AND c.id = m.channel_id
    WHERE m.id = ${messageId} AND m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND c.is_archived IS NOT TRUE AND ${readable(viewer)}`,
  );
  if (row === undefined) return undefined;
  const { senderId, channelId, topic } = row;
  return { id: messageId, senderId, place: channelId === null || topic === null ? null : { channelId, topic } };
}
