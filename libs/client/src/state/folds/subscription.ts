import { subscriptionObject } from '@parley/contracts/channels';
import { z } from 'zod';
import type { ClientState, Fold } from '../fold.js';
import { CHANNEL_LISTS, changeLists, listOf, without, withPeers } from './channel-lists.js';

const added = z.object({ subscriptions: z.array(subscriptionObject) });
const removed = z.object({ subscriptions: z.array(z.object({ stream_id: z.int(), name: z.string() })) });
const updated = z.object({ stream_id: z.int(), property: z.string(), value: z.unknown() });
const peers = z.object({ stream_ids: z.array(z.int()), user_ids: z.array(z.int()) });

export const foldSubscription: Fold = (state, event, userId) => {
  switch (event.op) {
    case 'add':
      return foldAdd(state, added.parse(event).subscriptions);
    case 'remove':
      return foldRemove(
        state,
        removed.parse(event).subscriptions.map((subscription) => subscription.stream_id),
        userId,
      );
    case 'update':
      return foldUpdate(state, updated.parse(event));
    case 'peer_add':
      return foldPeers(state, peers.parse(event), 'join');
    case 'peer_remove':
      return foldPeers(state, peers.parse(event), 'leave');
    default:
      throw new Error(`no fold for subscription ${String(event.op)}`);
  }
};

function foldAdd(state: ClientState, subscriptions: z.infer<typeof added>['subscriptions']): ClientState {
  const channelIds = subscriptions.map((subscription) => subscription.stream_id);
  const counts = new Map(subscriptions.map((subscription) => [subscription.stream_id, subscription.subscriber_count]));
  const elsewhere = changeLists(state, ['unsubscribed', 'never_subscribed'], (list) => without(list, channelIds));
  const joined = changeLists(elsewhere, ['subscriptions'], (list) => [...without(list, channelIds), ...subscriptions]);
  return changeLists(joined, ['streams'], (list) =>
    list.map((entry) => ({ ...entry, subscriber_count: counts.get(entry.stream_id) ?? entry.subscriber_count })),
  );
}

function foldRemove(state: ClientState, channelIds: readonly number[], userId: number): ClientState {
  const left = listOf(state, 'subscriptions').filter((entry) => channelIds.includes(entry.stream_id));
  const gone = left.map((entry) => withPeers(entry, [userId], 'leave'));
  const remaining = changeLists(state, ['subscriptions'], (list) => without(list, channelIds));
  const moved = changeLists(remaining, ['unsubscribed'], (list) => [...list, ...gone]);
  return changeLists(moved, ['streams'], (list) =>
    list.map((entry) => (channelIds.includes(entry.stream_id) ? withPeers(entry, [userId], 'leave') : entry)),
  );
}

function foldUpdate(state: ClientState, { stream_id, property, value }: z.infer<typeof updated>): ClientState {
  return changeLists(state, ['subscriptions'], (list) =>
    list.map((entry) => (entry.stream_id === stream_id ? { ...entry, [property]: value } : entry)),
  );
}

function foldPeers(state: ClientState, event: z.infer<typeof peers>, direction: 'join' | 'leave'): ClientState {
  return changeLists(state, CHANNEL_LISTS, (list) =>
    list.map((entry) => (event.stream_ids.includes(entry.stream_id) ? withPeers(entry, event.user_ids, direction) : entry)),
  );
}
