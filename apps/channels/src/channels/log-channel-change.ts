import { type ChannelPortrait, channelCrossings } from '@parley/access';
import { channelUpdated } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { channelChanges } from './channel-changes.js';

/** Logs the changes of a channel, if there are any, including for whom it became visible or hidden. Unarchiving is logged separately. */
export async function logChannelChange(tx: Tx, log: ChangeLog, before: ChannelPortrait, after: ChannelPortrait): Promise<void> {
  const { id: channelId, organizationId, isArchived } = before.channel;
  const [crossing] = await channelCrossings(tx, organizationId, [before], [after]);
  if (crossing === undefined) throw new Error(`no visibility change was computed for channel ${channelId}`);
  const changes = channelChanges(before.object, after.object);
  if (changes.length === 0 && crossing.gained === undefined && crossing.lost === undefined) return;
  log.append(channelUpdated, { channelId, name: before.object.name, isArchived, changes, ...crossing });
}
