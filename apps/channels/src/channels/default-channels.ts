import { apiErrors, type Caller, defaultChannelsChanged, isAdministrator } from '@parley/contracts';
import type { ChangeLog } from '@parley/event-log';
import { type ChannelRecord, channelForUser, defaultChannelIds, type Tx } from '@parley/persistence';

/** New users are subscribed to these channels too. Says nothing where they already were. */
export async function addDefaultChannels(tx: Tx, log: ChangeLog, organizationId: number, channelIds: readonly number[]): Promise<void> {
  const { count } = await tx.defaultChannel.createMany({
    data: channelIds.map((channelId) => ({ organizationId, channelId })),
    skipDuplicates: true,
  });
  if (count > 0) log.append(defaultChannelsChanged, { channelIds: await defaultChannelIds(tx, organizationId) });
}

/** New users are not subscribed to the channel any more. Says nothing where they were not. */
export async function dropDefaultChannel(tx: Tx, log: ChangeLog, organizationId: number, channelId: number): Promise<void> {
  const { count } = await tx.defaultChannel.deleteMany({ where: { organizationId, channelId } });
  if (count > 0) log.append(defaultChannelsChanged, { channelIds: await defaultChannelIds(tx, organizationId) });
}

/** A channel that the caller may say is or is not a default channel. @throws administratorsOnly, invalidChannelId */
export async function channelToDefault(tx: Tx, caller: Caller, channelId: number): Promise<ChannelRecord> {
  if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
  const channel = await channelForUser(tx, caller.organizationId, caller.userId, { id: channelId });
  if (channel === undefined || channel.isArchived) throw apiErrors.invalidChannelId();
  return channel;
}
