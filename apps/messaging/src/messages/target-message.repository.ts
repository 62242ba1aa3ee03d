import { readable, type Viewer } from '@parley/access';
import { type ChannelRecord, channelsById, dbInt, firstRow, PREPARED, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

/** A message that is about to be changed. */
export interface TargetMessage {
  readonly id: number;
  readonly isOwn: boolean;
  /** Sent by a bot that the viewer owns. */
  readonly isOfOwnBot: boolean;
  readonly ageSeconds: number;
  readonly content: string;
  readonly rendered: string;
  /** MESSAGE_ATTRS */
  readonly attrs: number;
  /** A poll or a to-do list, whose content is its initial data. */
  readonly isWidget: boolean;
  /** Null for a direct message. */
  readonly place: MessagePlace | null;
  /** For a direct message, ascending. */
  readonly participantIds: readonly number[];
}

export interface MessagePlace {
  readonly channel: ChannelRecord;
  readonly topicId: number;
  readonly topic: string;
}

const targetRow = z.object({
  id: dbInt,
  senderId: dbInt,
  ownerId: dbInt.nullable(),
  channelId: dbInt.nullable(),
  topicId: dbInt.nullable(),
  topic: z.string().nullable(),
  content: z.string(),
  rendered: z.string(),
  attrs: dbInt,
  isWidget: z.boolean(),
  ageSeconds: z.number(),
  participantIds: z.array(dbInt),
});

/** Undefined if the viewer may not read it, if it does not exist, or if its channel is archived and thus cannot change. */
export async function readTarget(reader: SqlReader, viewer: Viewer, messageId: number): Promise<TargetMessage | undefined> {
  const row = await firstRow(
    reader,
    targetRow,
    Prisma.sql`
    ${PREPARED} SELECT m.id, m.sender_id AS "senderId", u.bot_owner_id AS "ownerId", m.channel_id AS "channelId",
      m.topic_id AS "topicId", m.topic, m.content, m.rendered, m.attrs,
      EXISTS (SELECT FROM submessage w WHERE w.organization_id = ${viewer.organizationId} AND w.message_id = m.id) AS "isWidget",
      extract(epoch FROM clock_timestamp() - m.sent_at)::float8 AS "ageSeconds",
      ARRAY(SELECT p.user_id FROM conversation_participant p
        WHERE p.organization_id = ${viewer.organizationId} AND p.conversation_id = m.conversation_id ORDER BY p.user_id) AS "participantIds"
    FROM message m JOIN user_account u ON u.organization_id = ${viewer.organizationId} AND u.id = m.sender_id
    WHERE m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND m.id = ${messageId}::bigint AND ${readable(viewer)}`,
  );
  if (row === undefined) return undefined;
  const { senderId, ownerId, channelId, topicId, topic, ...message } = row;
  const target = { ...message, isOwn: senderId === viewer.userId, isOfOwnBot: ownerId === viewer.userId };
  if (channelId === null || topicId === null || topic === null) return { ...target, place: null };
  const [channel] = await channelsById(reader, viewer.organizationId, [channelId]);
  return channel === undefined || channel.isArchived ? undefined : { ...target, place: { channel, topicId, topic } };
}
