import type { ClientState } from '../fold.js';

/** A channel in any of the lists of a register response, with the fields that folds use. */
export type ChannelEntry = Readonly<Record<string, unknown>> & {
  readonly stream_id: number;
  readonly subscriber_count: number;
  readonly subscribers?: readonly number[] | undefined;
  readonly partial_subscribers?: readonly number[] | undefined;
};

const SUBSCRIPTION_LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;
export const CHANNEL_LISTS = ['streams', ...SUBSCRIPTION_LISTS] as const;
type ListName = (typeof CHANNEL_LISTS)[number];

function isList(value: unknown): value is readonly ChannelEntry[] {
  return Array.isArray(value);
}

export function listOf(state: ClientState, name: ListName): readonly ChannelEntry[] {
  const list = state[name];
  return isList(list) ? list : [];
}

/** Changes the lists that were fetched. */
export function changeLists(
  state: ClientState,
  names: readonly ListName[],
  change: (list: readonly ChannelEntry[], name: ListName) => readonly ChannelEntry[],
): ClientState {
  const changed = names.filter((name) => isList(state[name])).map((name) => [name, change(listOf(state, name), name)] as const);
  return { ...state, ...Object.fromEntries(changed) };
}

export function without(list: readonly ChannelEntry[], channelIds: readonly number[]): ChannelEntry[] {
  return list.filter((entry) => !channelIds.includes(entry.stream_id));
}

/** The channel after these users joined or left it. */
export function withPeers(entry: ChannelEntry, userIds: readonly number[], direction: 'join' | 'leave'): ChannelEntry {
  const count = entry.subscriber_count + (direction === 'join' ? userIds.length : -userIds.length);
  const changed = (list: readonly number[]) => {
    const others = list.filter((id) => !userIds.includes(id));
    return direction === 'join' ? [...others, ...userIds].sort((a, b) => a - b) : others;
  };
  return {
    ...entry,
    subscriber_count: count,
    ...(entry.subscribers && { subscribers: changed(entry.subscribers) }),
    ...(entry.partial_subscribers && { partial_subscribers: changed(entry.partial_subscribers) }),
  };
}
