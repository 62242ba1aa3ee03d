import { isAdministrator, ROLES } from '@parley/contracts';
import { administersChannel, type ChannelPrivacy, type ChannelRelation, hasContentAccess } from './channel-access.policy.js';

/** Properties of the channel that subscribing depends on. */
export interface SubscribableChannel extends ChannelPrivacy {
  readonly isArchived: boolean;
}

/** The user who subscribes, or who adds or removes others. */
export interface SubscriberManager extends ChannelRelation {
  /** Whether they are in the channel's can_add_subscribers_group. */
  readonly addsByGroup: boolean;
  /** Whether they are in the channel's can_remove_subscribers_group. */
  readonly removesByGroup: boolean;
  /** Whether they are in the organization's can_add_subscribers_group. */
  readonly addsAnywhere: boolean;
}

/**
 * Whether the caller may subscribe anyone, including themselves. Administrators need content access too: metadata access to a private channel
 * is not enough. Guests cannot subscribe.
 */
export function maySubscribe(channel: SubscribableChannel, caller: ChannelRelation): boolean {
  return caller.role !== ROLES.guest && !channel.isArchived && hasContentAccess(channel, caller);
}

/** Whether the caller may subscribe others, if `maySubscribe`. */
export function mayAddOthers(caller: SubscriberManager): boolean {
  if (caller.role === ROLES.guest) return false;
  return caller.addsAnywhere || caller.addsByGroup || administersChannel(caller);
}

/** Whether the caller may end the subscriptions of others. Everyone may end their own and those of their bots. */
export function mayRemoveOthers(caller: SubscriberManager): boolean {
  return isAdministrator(caller.role) || caller.removesByGroup || administersChannel(caller);
}
