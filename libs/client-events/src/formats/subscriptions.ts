import { personalPropertiesShape, subscriptionObject } from '@parley/contracts/channels';
import { subscriptionExample } from '@parley/contracts/examples';
import { z } from 'zod';
import { clientEvent } from '../client-event.js';

const ids = z.array(z.int());
const peers = { stream_ids: ids, user_ids: ids };

export const subscriptionAddEvent = clientEvent({
  type: 'subscription',
  op: 'add',
  summary: 'The user was subscribed to channels.',
  fields: { subscriptions: z.array(subscriptionObject) },
  example: { subscriptions: [subscriptionExample] },
});

export const subscriptionRemoveEvent = clientEvent({
  type: 'subscription',
  op: 'remove',
  summary: 'The user was unsubscribed from channels.',
  fields: { subscriptions: z.array(z.object({ stream_id: z.int(), name: z.string() })) },
  example: { subscriptions: [{ stream_id: 3, name: 'general' }] },
});

export const subscriptionUpdateEvent = clientEvent({
  type: 'subscription',
  op: 'update',
  summary: "One of the user's settings for a channel changed.",
  fields: {
    stream_id: z.int(),
    property: z.enum([...Object.keys(personalPropertiesShape), 'in_home_view']),
    value: z.union([z.string(), z.boolean(), z.null()]),
  },
  example: { stream_id: 3, property: 'pin_to_top', value: true },
});

export const subscriptionPeerAddEvent = clientEvent({
  type: 'subscription',
  op: 'peer_add',
  summary: 'Other users were subscribed to channels: each of these users to each of these channels.',
  fields: peers,
  example: { stream_ids: [3], user_ids: [5, 7] },
});

export const subscriptionPeerRemoveEvent = clientEvent({
  type: 'subscription',
  op: 'peer_remove',
  summary: 'Other users were unsubscribed from channels: each of these users from each of these channels.',
  fields: peers,
  example: { stream_ids: [3], user_ids: [7] },
});
