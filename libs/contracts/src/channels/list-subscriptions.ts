import { z } from 'zod';
import { endpoint } from '../contract.js';
import { subscriptionExample } from '../examples/channels.js';
import { textOrJson } from '../wire/param.js';
import { subscriptionObject } from './subscription-object.js';

/** The caller's subscriptions, by name, without archived channels. */
export const listSubscriptions = endpoint({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/users/me/subscriptions',
  service: 'channels',
  scope: 'read',
  expensive: true,
  summary: 'Get your subscriptions',
  params: {
    include_subscribers: textOrJson<boolean | 'true' | 'false' | 'partial'>(
      z.union([z.boolean(), z.enum(['true', 'false', 'partial'])]),
    ).default('false'),
  },
  response: { subscriptions: z.array(subscriptionObject) },
  example: { subscriptions: [subscriptionExample] },
});
