import type { SubscriptionObject } from '@parley/contracts/channels';
import type { ClientState, Fold } from '../client-state.js';
import { withChanged } from '../lists.js';
import { CHANNEL_LISTS, changeLists, listOf, without, withPeers } from './channel-lists.js';

export const foldSubscription: Fold<'subscription'> = (state, event, userId) => {
  switch (event.op) {
    case 'add':
      return foldAdd(state, event.subscriptions);
    case 'remove':
      return foldRemove(
        state,
        event.subscriptions.map(({ stream_id }) => stream_id),
        userId,
      );
    case 'update': {
      const { stream_id, property, value } = event;
      const isMeant = (entry: { readonly stream_id: number }) => entry.stream_id === stream_id;
      return changeLists(state, ['subscriptions'], (list) => withChanged(list, isMeant, (entry) => ({ ...entry, [property]: value })));
    }
    case 'peer_add':
    case 'peer_remove': {
      const direction = event.op === 'peer_add' ? 'join' : 'leave';
      const channels = new Set(event.stream_ids);
      return changeLists(state, CHANNEL_LISTS, (list) =>
        withChanged(
          list,
          ({ stream_id }) => channels.has(stream_id),
          (entry) => withPeers(entry, event.user_ids, direction),
        ),
      );
    }
  }
};

function foldAdd(state: ClientState, subscriptions: readonly SubscriptionObject[]): ClientState {
  const channelIds = subscriptions.map((subscription) => subscription.stream_id);
  const counts = new Map(subscriptions.map((subscription) => [subscription.stream_id, subscription.subscriber_count]));
  const elsewhere = changeLists(state, ['unsubscribed', 'never_subscribed'], (list) => without(list, channelIds));
  const joined = changeLists(elsewhere, ['subscriptions'], (list) => [...without(list, channelIds), ...subscriptions]);
  return changeLists(joined, ['streams'], (list) =>
    withChanged(
      list,
      ({ stream_id }) => counts.has(stream_id),
      (entry) => ({ ...entry, subscriber_count: counts.get(entry.stream_id) ?? entry.subscriber_count }),
    ),
  );
}

function foldRemove(state: ClientState, channelIds: readonly number[], userId: number): ClientState {
  const left = listOf(state, 'subscriptions').filter((entry) => channelIds.includes(entry.stream_id));
  const gone = left.map((entry) => withPeers(entry, [userId], 'leave'));
  const remaining = changeLists(state, ['subscriptions'], (list) => without(list, channelIds));
  const moved = changeLists(remaining, ['unsubscribed'], (list) => [...list, ...gone]);
  return changeLists(moved, ['streams'], (list) =>
    withChanged(
      list,
      ({ stream_id }) => channelIds.includes(stream_id),
      (entry) => withPeers(entry, [userId], 'leave'),
    ),
  );
}
