import { apiErrors, type Caller, isAdministrator } from '@parley/contracts';
import { defaultChannelsChanged } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { type ChannelRecord, channelForUser, defaultChannelIds, type Tx } from '@parley/persistence';
import { deleteDefaultChannel, insertDefaultChannels } from './channels.repository.js';

/** Adds default channels. Logs an event only if they were not default channels already. */
export async function addDefaultChannels(tx: Tx, log: ChangeLog, organizationId: number, channelIds: readonly number[]): Promise<void> {
  const added = await insertDefaultChannels(tx, organizationId, channelIds);
  if (added > 0) log.append(defaultChannelsChanged, { channelIds: await defaultChannelIds(tx, organizationId) });
}

/** Removes a default channel. Logs an event only if it was one. */
export async function dropDefaultChannel(tx: Tx, log: ChangeLog, organizationId: number, channelId: number): Promise<void> {
  const wasDefault = await deleteDefaultChannel(tx, organizationId, channelId);
  if (wasDefault) log.append(defaultChannelsChanged, { channelIds: await defaultChannelIds(tx, organizationId) });
}

/** A channel that the caller may add to or remove from the default channels. @throws administratorsOnly, invalidChannelId */
export async function channelToDefault(tx: Tx, caller: Caller, channelId: number): Promise<ChannelRecord> {
  if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
  const channel = await channelForUser(tx, caller.organizationId, caller.userId, { id: channelId });
  if (channel === undefined || channel.isArchived) throw apiErrors.invalidChannelId();
  return channel;
}
