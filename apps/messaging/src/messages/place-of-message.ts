import { readable, type Viewer } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { Prisma, type Reader } from '@parley/persistence';

/** The place of a message, for operations on it. */
export interface PlacedMessage {
  readonly id: number;
  readonly senderId: number;
  /** Null for a direct message. */
  readonly place: { readonly channelId: number; readonly topic: string } | null;
}

/**
 * @throws invalidMessages for a message that does not exist, that the viewer may not read, or whose channel is archived and thus cannot
 * change; the error does not reveal which
 */
export async function placeOfMessage(reader: Reader, viewer: Viewer, messageId: number): Promise<PlacedMessage> {
  const [row] = await reader.$queryRaw<{ senderId: number; channelId: number | null; topic: string | null }[]>(Prisma.sql`
    SELECT m.sender_id AS "senderId", m.channel_id AS "channelId", m.topic
    FROM message m LEFT JOIN channel c ON c.id = m.channel_id
    WHERE m.id = ${messageId} AND m.organization_id = ${viewer.organizationId} AND c.is_archived IS NOT TRUE AND ${readable(viewer)}`);
  if (row === undefined) throw apiErrors.invalidMessages();
  const { senderId, channelId, topic } = row;
  return { id: messageId, senderId, place: channelId === null || topic === null ? null : { channelId, topic } };
}
