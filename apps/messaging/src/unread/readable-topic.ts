import { readable, readableChannel, subscriptionJoin, type Viewer } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { Prisma, type Tx } from '@parley/persistence';

/** @throws invalidChannelId for a channel that does not exist or whose content the viewer may not see */
export async function checkReadableChannel(tx: Tx, viewer: Viewer, channelId: number): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>(Prisma.sql`
    SELECT FROM channel c ${subscriptionJoin(viewer)}
    WHERE c.id = ${channelId}::bigint AND c.organization_id = ${viewer.organizationId} AND ${readableChannel(viewer)}`);
  if (rows.length === 0) throw apiErrors.invalidChannelId();
}

/** The id of the topic if the viewer may read a message in it. A topic of protected history that they never saw does not exist for them. */
export async function readableTopicId(tx: Tx, viewer: Viewer, channelId: number, key: string): Promise<number | undefined> {
  const [topic] = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT t.id::float8 AS id FROM topic t
    WHERE t.organization_id = ${viewer.organizationId} AND t.channel_id = ${channelId} AND t.key = ${key}
      AND EXISTS (SELECT FROM message m WHERE m.topic_id = t.id AND ${readable(viewer)})`);
  return topic?.id;
}
