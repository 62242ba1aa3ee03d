import { z } from 'zod';
import { endpoint } from '../contract.js';
import { json } from '../wire/param.js';
import { personalPropertiesShape } from './subscription-object.js';

const change = z.object({
  stream_id: z.int(),
  property: z.string().meta({ enum: [...Object.keys(personalPropertiesShape), 'in_home_view'] }),
  value: z.union([z.boolean(), z.string()]),
});

/**
 * Changes properties of the caller's subscriptions: color, is_muted (or in_home_view, its inverse), pin_to_top and the
 * notification settings. All or nothing. Unchanged values cause no events.
 */
export const updateSubscriptionProperties = endpoint({
  name: 'updateSubscriptionProperties',
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  service: 'channels',
  scope: 'personal',
  summary: 'Update your subscription settings',
  params: {
    subscription_data: json(z.array(change)).example([{ stream_id: 9, property: 'pin_to_top', value: true }]),
  },
  response: {},
  errors: ['notSubscribed', 'invalidSubscriptionProperty', 'subscriptionPropertyNotBoolean', 'colorNotString', 'colorInvalid'],
});
