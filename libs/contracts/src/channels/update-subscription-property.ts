import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathInt, text, textOrJson } from '../wire/param.js';
import { personalPropertiesShape } from './subscription-object.js';

/** Changes one property of one of the caller's subscriptions. `POST /users/me/subscriptions/properties` changes several. */
export const updateSubscriptionProperty = endpoint({
  name: 'updateSubscriptionProperty',
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  service: 'channels',
  scope: 'personal',
  summary: 'Update one of your subscription settings',
  params: {
    stream_id: pathInt(),
    property: text()
      .values([...Object.keys(personalPropertiesShape), 'in_home_view'])
      .example('pin_to_top'),
    value: textOrJson(z.union([z.boolean(), z.string()])).example(true),
  },
  response: {},
  errors: ['notSubscribed', 'invalidSubscriptionProperty', 'subscriptionPropertyNotBoolean', 'colorNotString', 'colorInvalid'],
});
