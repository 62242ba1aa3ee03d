import { endpoint } from '../contract.js';
import { int, text } from '../wire/param.js';

export const sendTestNotification = endpoint({
  name: 'sendTestNotification',
  method: 'POST',
  path: '/mobile_push/test_notification',
  service: 'notifications',
  scope: 'full',
  humansOnly: true,
  deprecated: true,
  summary: 'Send a test notification to devices without encryption',
  params: { token: text({ min: 1, max: 4096 }).optional().describe('Of the device. Without it, all devices of the user.') },
  response: {},
  errors: ['pushServiceNotConfigured', 'pushDeviceNotRecognized', 'noActivePushDevice', 'pushNotAccepted'],
  example: {},
});

export const sendEncryptedTestNotification = endpoint({
  name: 'sendEncryptedTestNotification',
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  service: 'notifications',
  scope: 'full',
  humansOnly: true,
  summary: 'Send an encrypted test notification',
  params: { device_id: int().optional().describe('Of the client device. Without it, all devices of the user that encrypt.') },
  response: {},
  errors: ['pushServiceNotConfigured', 'pushDeviceNotRecognized', 'noActivePushDevice', 'pushNotAccepted'],
  example: {},
});
