import { isAdministrator, ROLES } from '@parley/contracts';
import { administersChannel, type ChannelPrivacy, type ChannelRelation, hasContentAccess } from './channel-access.js';

/** What subscribing depends on besides privacy. */
export interface SubscribableChannel extends ChannelPrivacy {
  readonly isArchived: boolean;
}

/** Of the person who subscribes or removes others. */
export interface SubscriberManager extends ChannelRelation {
  /** In the channel's can_add_subscribers_group. */
  readonly addsByGroup: boolean;
  /** In the channel's can_remove_subscribers_group. */
  readonly removesByGroup: boolean;
  /** In the organization's can_add_subscribers_group. */
  readonly addsAnywhere: boolean;
}

/**
 * Whether the caller may subscribe anybody there, himself first of all. Administrators are no exception: knowing of a private channel is not
 * reading it. Guests cannot subscribe (reference/rules.md section 7).
 */
export function maySubscribe(channel: SubscribableChannel, caller: ChannelRelation): boolean {
  return caller.role !== ROLES.guest && !channel.isArchived && hasContentAccess(channel, caller);
}

/** Whether the caller may subscribe others, where he may subscribe at all. */
export function mayAddOthers(caller: SubscriberManager): boolean {
  if (caller.role === ROLES.guest) return false;
  return caller.addsAnywhere || caller.addsByGroup || administersChannel(caller);
}

/** Whether the caller may end the subscriptions of others. His own, and those of his bots, anybody may end. */
export function mayRemoveOthers(caller: SubscriberManager): boolean {
  return isAdministrator(caller.role) || caller.removesByGroup || administersChannel(caller);
}
