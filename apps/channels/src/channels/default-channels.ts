import { defaultChannelsChanged } from '@parley/contracts';
import type { ChangeLog } from '@parley/event-log';
import { defaultChannelIds, type Tx } from '@parley/persistence';

/** New users are subscribed to these channels too. Says nothing where they already were. */
export async function addDefaultChannels(tx: Tx, log: ChangeLog, organizationId: number, channelIds: readonly number[]): Promise<void> {
  const { count } = await tx.defaultChannel.createMany({
    data: channelIds.map((channelId) => ({ organizationId, channelId })),
    skipDuplicates: true,
  });
  if (count > 0) log.append(defaultChannelsChanged, { channelIds: await defaultChannelIds(tx, organizationId) });
}

/** New users are not subscribed to the channel any more. Says nothing where they were not. */
export async function removeDefaultChannel(tx: Tx, log: ChangeLog, organizationId: number, channelId: number): Promise<void> {
  const { count } = await tx.defaultChannel.deleteMany({ where: { organizationId, channelId } });
  if (count > 0) log.append(defaultChannelsChanged, { channelIds: await defaultChannelIds(tx, organizationId) });
}
