import { type ChannelRecord, channelsById, Prisma, type Reader, readable, type Viewer } from '@parley/persistence';

/** A message that somebody is about to change. */
export interface TargetMessage {
  readonly id: number;
  readonly isOwn: boolean;
  /** Sent by a bot that he owns. */
  readonly isOfOwnBot: boolean;
  readonly ageSeconds: number;
  /** Null: a direct message. */
  readonly channel: ChannelRecord | null;
}

interface Row {
  id: number;
  senderId: number;
  ownerId: number | null;
  ageSeconds: number;
  channelId: number | null;
}

/** Undefined: he may not read it, or it does not exist, or its channel is archived, where nothing changes any more. */
export async function readTarget(reader: Reader, viewer: Viewer, messageId: number): Promise<TargetMessage | undefined> {
  const [row] = await reader.$queryRaw<Row[]>(Prisma.sql`
    SELECT m.id::float8 AS id, m.sender_id AS "senderId", u.bot_owner_id AS "ownerId", m.channel_id AS "channelId",
      extract(epoch FROM clock_timestamp() - m.sent_at)::float8 AS "ageSeconds"
    FROM message m JOIN user_account u ON u.id = m.sender_id
    WHERE m.organization_id = ${viewer.organizationId} AND m.id = ${messageId}::bigint AND ${readable(viewer)}`);
  if (row === undefined) return undefined;
  const [channel = null] = row.channelId === null ? [] : await channelsById(reader, viewer.organizationId, [row.channelId]);
  if (channel?.isArchived) return undefined;
  const { id, senderId, ownerId, ageSeconds } = row;
  return { id, isOwn: senderId === viewer.userId, isOfOwnBot: ownerId === viewer.userId, ageSeconds, channel };
}
