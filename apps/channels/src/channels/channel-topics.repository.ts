import { readable, type Viewer } from '@parley/access';
import { dbInt, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

/** A topic as one user sees it. `name`: spelled as in the newest message that they may read. `maxMessageId`: id of that message. */
const channelTopic = z.object({ name: z.string(), maxMessageId: dbInt });

/** Topics of a channel with at least one message that the viewer may read, newest first. One index probe for each topic. */
export function channelTopics(reader: SqlReader, viewer: Viewer, channelId: number): Promise<z.output<typeof channelTopic>[]> {
  return rows(
    reader,
    channelTopic,
    Prisma.sql`
      SELECT newest.topic AS name, newest.id AS "maxMessageId"
      FROM topic t
      CROSS JOIN LATERAL (
        SELECT m.id, m.topic FROM message m WHERE m.topic_id = t.id AND ${readable(viewer)} ORDER BY m.id DESC LIMIT 1
      ) newest
      WHERE t.organization_id = ${viewer.organizationId} AND t.channel_id = ${channelId}
      ORDER BY newest.id DESC`,
  );
}
