import type { Role } from '@parley/contracts';
import type { ChannelForUser } from '@parley/persistence';
import { type ChannelRelation, hasMetadataAccess } from './channel-access.policy.js';

/** A channel that a user may see. */
export interface VisibleChannel<C extends ChannelForUser = ChannelForUser> {
  readonly channel: C;
  readonly relation: ChannelRelation;
}

/** `ownGroups`: groups of the user. They matter for private channels only. */
export function onlyVisible<C extends ChannelForUser>(
  channels: readonly C[],
  role: Role,
  ownGroups: ReadonlySet<number>,
): VisibleChannel<C>[] {
  return channels
    .map((channel) => ({ channel, relation: relationTo(channel, role, (groupId) => ownGroups.has(groupId)) }))
    .filter(({ channel, relation }) => hasMetadataAccess(channel, relation));
}

/** `isIn`: whether the user is in a group of the channel. */
export function relationTo(channel: ChannelForUser, role: Role, isIn: (groupId: number) => boolean): ChannelRelation {
  return {
    role,
    isSubscribed: channel.isSubscribed,
    mayJoinByGroup: isIn(channel.canSubscribeGroup) || isIn(channel.canAddSubscribersGroup),
    administersByGroup: isIn(channel.canAdministerChannelGroup),
  };
}
