import { channelsById, type Database, type SendChannel, type Tx, watchersOfChannels } from '@parley/persistence';
import type { Composed } from './compose.js';
import type { Draft } from './draft.js';
import { type ChannelNews, type Stored, storeMessage } from './store-message.js';
import type { VisibilityChange } from './visibility-change.js';

/**
 * Stores a message, which is one statement but for the rare ones that change how their channel shows: its first one, the first one after a
 * long silence, and what the suite itself says in an archived channel. Those take the organization's counter first: who knows of the channel
 * then is who knows of it at the message's place in the log.
 */
export function storeComposed(
  database: Database,
  organizationId: number,
  composed: Composed,
  localId: Draft['localId'],
  change: VisibilityChange | null = null,
): Promise<Stored> {
  const { destination } = composed;
  if (destination.kind === 'direct' || isUnchangedBySend(destination.channel)) {
    return storeMessage(database.client, organizationId, composed, localId, change);
  }
  return database.transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM organization_counter WHERE organization_id = ${organizationId} FOR UPDATE`;
    return storeUnderLock(tx, organizationId, composed, localId, change);
  });
}

/** As storeComposed, for a transaction that holds the organization's counter. */
export async function storeUnderLock(
  tx: Tx,
  organizationId: number,
  composed: Composed,
  localId: Draft['localId'] = null,
  change: VisibilityChange | null = null,
): Promise<Stored> {
  const { destination } = composed;
  if (destination.kind === 'direct' || isUnchangedBySend(destination.channel)) {
    return storeMessage(tx, organizationId, composed, localId, change);
  }
  const { channel } = destination;
  const news = channel.isArchived ? { isArchived: true } : await newsOf(tx, organizationId, channel.id);
  const stored = await storeMessage(tx, organizationId, composed, localId, change, news);
  if (channel.isArchived)
    await tx.$executeRaw`SELECT mark_archived_channel_read(${organizationId}::int, ${channel.id}::int, ${stored.messageId}::bigint)`;
  return stored;
}

function isUnchangedBySend({ hasMessages, isRecentlyActive, isArchived }: SendChannel): boolean {
  return hasMessages && isRecentlyActive && !isArchived;
}

async function newsOf(tx: Tx, organizationId: number, channelId: number): Promise<ChannelNews> {
  const channels = await channelsById(tx, organizationId, [channelId]);
  const watchers = await watchersOfChannels(tx, organizationId, channels);
  const [woken] = await tx.$queryRaw<{ isActiveAgain: boolean }[]>`
    SELECT wake_channel(${organizationId}::int, ${channelId}::int) AS "isActiveAgain"`;
  return { watchers: watchers(channelId), ...(woken?.isActiveAgain ? { isActiveAgain: true } : {}) };
}
