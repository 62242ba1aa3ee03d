import { Prisma, type Tx } from '@parley/persistence';

/**
 * For each span of the channel in which the deleted messages were the newest, stores the newest of them. So the newest message that a user
 * ever received (max_message_id of a registration) never goes back.
 */
export async function keepNewestReceived(
  tx: Tx,
  organizationId: number,
  gone: readonly { readonly id: number; readonly receivedIn: number | null }[],
): Promise<void> {
  const inChannels = gone.filter(({ receivedIn }) => receivedIn !== null);
  if (inChannels.length === 0) return;
  await tx.$executeRaw(Prisma.sql`
    WITH gone AS MATERIALIZED (
      SELECT * FROM unnest(${inChannels.map(({ id }) => id)}::bigint[], ${inChannels.map(({ receivedIn }) => receivedIn)}::int[]) AS g (id, channel_id)
    ), ending AS (
      SELECT DISTINCT s.channel_id, s.until_id FROM subscription_span s
      WHERE s.organization_id = ${organizationId} AND s.channel_id IN (SELECT channel_id FROM gone)
    )
    INSERT INTO deleted_newest_message (organization_id, channel_id, message_id)
    SELECT DISTINCT ${organizationId}::int, ending.channel_id, newest.id
    FROM ending CROSS JOIN LATERAL (
      SELECT max(g.id) AS id FROM gone g WHERE g.channel_id = ending.channel_id AND g.id <= ending.until_id
    ) AS newest
    WHERE newest.id IS NOT NULL
      AND NOT EXISTS (SELECT FROM message m WHERE m.channel_id = ending.channel_id AND m.origin_channel_id IS NULL
        AND m.id > newest.id AND m.id <= ending.until_id)
      AND NOT EXISTS (SELECT FROM message m WHERE m.origin_channel_id = ending.channel_id AND m.id > newest.id AND m.id <= ending.until_id)
    ON CONFLICT DO NOTHING`);
}
