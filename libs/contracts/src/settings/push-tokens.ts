import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

// Older endpoints for push tokens. Adding a token again changes its app.

const token = () => text().describe('The token that Apple or Google issued to the app.');
const apnsErrors = ['pushTokenInvalid', 'apnsTokenInvalid'] as const;
const rest = { humansOnly: true, deprecated: true, response: {}, example: {} } as const;
const MAX_APP_ID = 200;

export const addApnsToken = endpoint({
  ...rest,
  service: 'settings',
  scope: 'full',
  name: 'addApnsToken',
  method: 'POST',
  path: '/users/me/apns_device_token',
  summary: 'Add an APNs device token',
  params: { token: token().example('c0ffee'), appid: text({ min: 1, max: MAX_APP_ID }).example('org.example.Chat') },
  errors: [...apnsErrors, 'invalidFormat', 'tooManyPushTokens'],
  safeToRetry: true,
});

export const removeApnsToken = endpoint({
  ...rest,
  service: 'settings',
  scope: 'full',
  name: 'removeApnsToken',
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  summary: 'Remove an APNs device token',
  params: { token: token() },
  errors: [...apnsErrors, 'noSuchPushToken'],
});

export const addFcmToken = endpoint({
  ...rest,
  service: 'settings',
  scope: 'full',
  name: 'addFcmToken',
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  summary: 'Add an FCM registration token',
  params: { token: token() },
  errors: ['pushTokenInvalid', 'tooManyPushTokens'],
  safeToRetry: true,
});

export const removeFcmToken = endpoint({
  ...rest,
  service: 'settings',
  scope: 'full',
  name: 'removeFcmToken',
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  summary: 'Remove an FCM registration token',
  params: { token: token() },
  errors: ['pushTokenInvalid', 'noSuchPushToken'],
});
