import { watchersOfChannels } from '@parley/access';
import { firstMessageChanged } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type ChannelRecord, type Tx } from '@parley/persistence';
import { storeFirstMessage } from './channel-history.repository.js';

/**
 * After messages left or entered a channel: stores its first message, and logs it if it changed. `channel` is the channel before the
 * change.
 */
export async function logFirstMessage(tx: Tx, log: ChangeLog, channel: ChannelRecord): Promise<void> {
  const { id: channelId, organizationId, name: channelName, isPrivate } = channel;
  const messageId = await storeFirstMessage(tx, organizationId, channelId);
  if (messageId === channel.firstMessageId) return;
  const watchers = await watchersOfChannels(tx, organizationId, [channel]);
  log.append(firstMessageChanged, { channelId, channelName, isPublic: !isPrivate, watchers: watchers(channelId), messageId });
}
