import { dbInt, onlyRow, Prisma, type Tx } from '@parley/persistence';
import { z } from 'zod';

/** After messages left topics: updates the newest message of each topic, and deletes empty topics. */
export async function settleTopics(tx: Tx, organizationId: number, topicIds: readonly number[]): Promise<void> {
  if (topicIds.length === 0) return;
  await tx.$executeRaw(Prisma.sql`
    WITH touched AS MATERIALIZED (
      SELECT t.id, (SELECT max(m.id) FROM message m WHERE m.topic_id = t.id) AS newest_id FROM topic t
      WHERE t.organization_id = ${organizationId} AND t.id = ANY (${[...topicIds]}::bigint[])
    ), emptied AS (
      DELETE FROM topic t USING touched WHERE t.organization_id = ${organizationId} AND t.id = touched.id AND touched.newest_id IS NULL
    )
    UPDATE topic t SET max_message_id = touched.newest_id FROM touched
      WHERE t.organization_id = ${organizationId} AND t.id = touched.id AND touched.newest_id IS NOT NULL`);
}

const firstMessageRow = z.object({ id: dbInt.nullable() });

/** Stores the first message of the channel, and returns its id; null if it has none. */
export async function storeFirstMessage(tx: Tx, organizationId: number, channelId: number): Promise<number | null> {
  const first = await onlyRow(
    tx,
    firstMessageRow,
    Prisma.sql`
    WITH first AS MATERIALIZED (
      SELECT min(m.id) AS id FROM message m WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.channel_id = ${channelId}
    ), emptied AS (
      DELETE FROM channel_activity
        WHERE organization_id = ${organizationId} AND channel_id = ${channelId} AND (SELECT id FROM first) IS NULL
    ), filled AS (
      INSERT INTO channel_activity (channel_id, organization_id, first_message_id)
      SELECT ${channelId}, ${organizationId}, first.id FROM first WHERE first.id IS NOT NULL
      ON CONFLICT (channel_id) DO UPDATE SET first_message_id = excluded.first_message_id
    )
    SELECT id FROM first`,
  );
  return first.id;
}
