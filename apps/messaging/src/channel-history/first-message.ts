import { watchersOfChannels } from '@parley/access';
import { firstMessageChanged } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type ChannelRecord, Prisma, type Tx } from '@parley/persistence';

/**
 * After messages left or entered a channel: stores its first message, and logs it if it changed. `channel` is the channel before the
 * change.
 */
export async function logFirstMessage(tx: Tx, log: ChangeLog, channel: ChannelRecord): Promise<void> {
  const { id: channelId, organizationId, name: channelName, isPrivate } = channel;
  const [first] = await tx.$queryRaw<{ id: number | null }[]>(Prisma.sql`
    WITH first AS MATERIALIZED (
      SELECT min(m.id) AS id FROM message m WHERE m.channel_id = ${channelId}
    ), emptied AS (
      DELETE FROM channel_activity WHERE channel_id = ${channelId} AND (SELECT id FROM first) IS NULL
    ), filled AS (
      INSERT INTO channel_activity (channel_id, organization_id, first_message_id)
      SELECT ${channelId}, ${organizationId}, first.id FROM first WHERE first.id IS NOT NULL
      ON CONFLICT (channel_id) DO UPDATE SET first_message_id = excluded.first_message_id
    )
    SELECT id::float8 AS id FROM first`);
  const messageId = first?.id ?? null;
  if (messageId === channel.firstMessageId) return;
  const watchers = await watchersOfChannels(tx, organizationId, [channel]);
  log.append(firstMessageChanged, { channelId, channelName, isPublic: !isPrivate, watchers: watchers(channelId), messageId });
}
