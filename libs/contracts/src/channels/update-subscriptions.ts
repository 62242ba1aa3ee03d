import { z } from 'zod';
import { endpoint } from '../contract.js';
import { json } from '../wire/param.js';
import { channelsToSubscribe, subscribe } from './subscribe.js';
import { unsubscribe } from './unsubscribe.js';

/** Subscribes the caller to channels and unsubscribes them from others, all or nothing. New channels get the initial settings. */
export const updateSubscriptions = endpoint({
  name: 'updateSubscriptions',
  method: 'PATCH',
  path: '/users/me/subscriptions',
  service: 'channels',
  scope: 'manage_channels',
  summary: 'Subscribe to and unsubscribe from channels',
  deprecated: true,
  timeoutMs: 30_000,
  params: {
    add: channelsToSubscribe().default([]).describe('The channels to subscribe to, by name. Descriptions apply to new channels only.'),
    delete: json(z.array(z.string())).default([]).describe('Names of the channels to unsubscribe from.').example(['design']),
  },
  response: z.object({ ...subscribe.response, ...unsubscribe.response }).partial().shape,
  errors: [...new Set(['noSubscriptionsToChange', ...(subscribe.errors ?? []), ...(unsubscribe.errors ?? [])])],
  example: { removed: ['design'], not_removed: [] },
});
