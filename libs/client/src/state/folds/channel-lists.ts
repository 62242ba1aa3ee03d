import type { ChannelObject, SubscriptionObject } from '@parley/contracts/channels';
import type { ClientState } from '../client-state.js';
import { withoutEntries } from '../lists.js';

/** A channel in any of the lists of a registration. */
export type ChannelEntry = ChannelObject & Partial<SubscriptionObject>;

export const CHANNEL_LISTS = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'] as const;
type ListName = (typeof CHANNEL_LISTS)[number];

export function listOf(state: ClientState, name: ListName): readonly ChannelEntry[] {
  return state[name] ?? [];
}

/** Changes the lists that were fetched. */
export function changeLists(
  state: ClientState,
  names: readonly ListName[],
  change: (list: readonly ChannelEntry[], name: ListName) => readonly ChannelEntry[],
): ClientState {
  const changed = names.flatMap((name) => {
    const list = state[name];
    if (list === undefined) return [];
    const next = change(list, name);
    return next === list ? [] : [[name, next] as const];
  });
  return changed.length === 0 ? state : { ...state, ...Object.fromEntries(changed) };
}

export function without(list: readonly ChannelEntry[], channelIds: readonly number[]): readonly ChannelEntry[] {
  return withoutEntries(list, ({ stream_id }) => channelIds.includes(stream_id));
}

/** The channel after these users joined or left it. */
export function withPeers(entry: ChannelEntry, userIds: readonly number[], direction: 'join' | 'leave'): ChannelEntry {
  const count = entry.subscriber_count + (direction === 'join' ? userIds.length : -userIds.length);
  const moved = new Set(userIds);
  const changed = (list: readonly number[]) => {
    const others = list.filter((id) => !moved.has(id));
    return direction === 'join' ? [...others, ...userIds].sort((a, b) => a - b) : others;
  };
  return {
    ...entry,
    subscriber_count: count,
    ...(entry.subscribers && { subscribers: changed(entry.subscribers) }),
    ...(entry.partial_subscribers && { partial_subscribers: changed(entry.partial_subscribers) }),
  };
}
