import { Prisma, type Tx } from '@parley/persistence';

/** After messages left topics: updates the newest message of each topic, and deletes empty topics. */
export async function settleTopics(tx: Tx, organizationId: number, topicIds: readonly number[]): Promise<void> {
  if (topicIds.length === 0) return;
  await tx.$executeRaw(Prisma.sql`
    WITH touched AS MATERIALIZED (
      SELECT t.id, (SELECT max(m.id) FROM message m WHERE m.topic_id = t.id) AS newest_id FROM topic t
      WHERE t.organization_id = ${organizationId} AND t.id = ANY (${[...topicIds]}::bigint[])
    ), emptied AS (
      DELETE FROM topic t USING touched WHERE t.id = touched.id AND touched.newest_id IS NULL
    )
    UPDATE topic t SET max_message_id = touched.newest_id FROM touched WHERE t.id = touched.id AND touched.newest_id IS NOT NULL`);
}
