import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

// Push notifications for browsers, by the Push API of the web. Not part of the API that stock clients know.

const place = () =>
  text({ min: 1, max: 4096 })
    .describe('The `endpoint` of the subscription.')
    .example('https://updates.push.services.mozilla.com/wpush/v2/gAAAA');
const rest = { path: '/users/me/web_push_subscription', humansOnly: true, response: {}, example: {} } as const;

export const addWebPushSubscription = endpoint({
  ...rest,
  service: 'settings',
  scope: 'full',
  name: 'addWebPushSubscription',
  method: 'POST',
  summary: 'Add a Web Push subscription',
  params: {
    endpoint: place(),
    p256dh: text({ max: 200 }).describe('The public key of the browser, in base64url.'),
    auth: text({ max: 100 }).describe('The secret of the browser, in base64url.'),
  },
  errors: ['pushServiceNotConfigured', 'webPushEndpointRefused', 'webPushKeysInvalid', 'tooManyPushTokens'],
  safeToRetry: true,
});

export const removeWebPushSubscription = endpoint({
  ...rest,
  service: 'settings',
  scope: 'full',
  name: 'removeWebPushSubscription',
  method: 'DELETE',
  summary: 'Remove a Web Push subscription',
  params: { endpoint: place() },
  errors: ['pushTokenInvalid', 'noSuchPushToken'],
});
