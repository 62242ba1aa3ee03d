import type { Caller } from '@parley/contracts';
import { channelForUser, type Tx } from '@parley/persistence';
import { visibleChannel } from '../channels/visible-channels.js';

export type ChannelReference = { readonly id: number } | { readonly name: string };

/**
 * The id of the channel whose topic somebody makes a choice about. He must know of it and it must not be archived, but for taking a choice
 * back: that is allowed in every channel of the organization (reference/rules.md section 9).
 */
export async function channelOfTopic(
  tx: Tx,
  caller: Caller,
  reference: ChannelReference,
  { takesBack }: { takesBack: boolean },
): Promise<number | undefined> {
  if (takesBack) return (await channelForUser(tx, caller.organizationId, caller.userId, reference))?.id;
  const visible = await visibleChannel(tx, caller, reference);
  return visible === undefined || visible.channel.isArchived ? undefined : visible.channel.id;
}
