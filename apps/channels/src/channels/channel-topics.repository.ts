import { readable, type Viewer } from '@parley/access';
import { Prisma, type Reader } from '@parley/persistence';

/** A topic as one user sees it. */
export interface ChannelTopic {
  /** Spelled as in the newest message that they may read. */
  readonly name: string;
  /** Id of that message. */
  readonly maxMessageId: number;
}

/** Topics of a channel with at least one message that the viewer may read, newest first. One index probe for each topic. */
export function channelTopics(reader: Reader, viewer: Viewer, channelId: number): Promise<ChannelTopic[]> {
  return reader.$queryRaw<ChannelTopic[]>(Prisma.sql`
    SELECT newest.topic AS name, newest.id::float8 AS "maxMessageId"
    FROM topic t
    CROSS JOIN LATERAL (
      SELECT m.id, m.topic FROM message m WHERE m.topic_id = t.id AND ${readable(viewer)} ORDER BY m.id DESC LIMIT 1
    ) newest
    WHERE t.organization_id = ${viewer.organizationId} AND t.channel_id = ${channelId}
    ORDER BY newest.id DESC`);
}
