import type { Caller } from '@parley/contracts';
import { channelForUser, type Tx } from '@parley/persistence';
import { visibleChannel } from '../channels/visible-channels.js';

export type ChannelReference = { readonly id: number } | { readonly name: string };

/**
 * The channel of a topic whose visibility policy a user sets. It must be visible and not archived. A reset of the policy is allowed in
 * all channels of the organization.
 */
export async function channelOfTopic(
  tx: Tx,
  caller: Caller,
  reference: ChannelReference,
  { isReset }: { isReset: boolean },
): Promise<number | undefined> {
  if (isReset) return (await channelForUser(tx, caller.organizationId, caller.userId, reference))?.id;
  const visible = await visibleChannel(tx, caller, reference);
  return visible === undefined || visible.channel.isArchived ? undefined : visible.channel.id;
}
