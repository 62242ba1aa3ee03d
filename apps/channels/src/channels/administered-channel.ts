import { administersChannel, type ChannelRelation, hasMetadataAccess } from '@parley/access';
import { apiErrors, type Caller } from '@parley/contracts';
import { type ChannelForUser, channelForUser, type Tx } from '@parley/persistence';
import { ChannelPermissions } from './channel-permissions.js';

/** A channel that the caller may change. */
export interface AdministeredChannel {
  readonly channel: ChannelForUser;
  readonly relation: ChannelRelation;
  readonly permissions: ChannelPermissions;
}

/** @throws invalidChannelId if the channel is hidden from the caller, cannotAdministerChannel if they may not change it */
export async function administeredChannel(tx: Tx, caller: Caller, channelId: number): Promise<AdministeredChannel> {
  const channel = await channelForUser(tx, caller.organizationId, caller.userId, { id: channelId });
  if (channel === undefined) throw apiErrors.invalidChannelId();
  const permissions = await ChannelPermissions.load(tx, caller, [channel]);
  const relation = permissions.relationTo(channel);
  if (!hasMetadataAccess(channel, relation)) throw apiErrors.invalidChannelId();
  if (!administersChannel(relation)) throw apiErrors.cannotAdministerChannel();
  return { channel, relation, permissions };
}
