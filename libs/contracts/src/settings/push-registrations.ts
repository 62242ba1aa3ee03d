import { z } from 'zod';
import { endpoint, serviceCall } from '../contract.js';
import { choice, int, text } from '../wire/param.js';

const MAX_KEY_ID = 2 ** 32 - 1;
/** Of texts that hold an encrypted token. */
const MAX_SEALED = 16_384;

/** Where a device is reached by push notifications that only it can decrypt: docs/behaviour/push.md. */
export const registerPushDevice = endpoint({
  name: 'registerPushDevice',
  method: 'POST',
  path: '/mobile_push/register',
  service: 'settings',
  scope: 'full',
  humansOnly: true,
  summary: 'Register a device for encrypted push notifications',
  params: {
    device_id: int().describe('Of a client device of the user.'),
    push_key: text({ max: 200 })
      .optional()
      .describe('The key for notifications, in base64: the byte 0x31, then a key of 32 bytes for `crypto_secretbox_easy` of libsodium.')
      .example('MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt'),
    push_key_id: int({ min: 0, max: MAX_KEY_ID }).optional().describe('How the client names the key. Sent with each notification.'),
    token_kind: choice(['apns', 'fcm']).optional(),
    token_id: text({ max: 100 }).optional().describe('How the client names the token: 8 bytes in base64.').example('hGsEWGmyyfI='),
    bouncer_public_key: text({ max: 200 })
      .optional()
      .describe('The public key of the server that the registration is encrypted for, in base64.'),
    encrypted_push_registration: text({ max: MAX_SEALED })
      .optional()
      .describe(
        'JSON with `token`, `token_kind`, `ios_app_id` (of APNs) and `timestamp`, encrypted by `crypto_box_seal` of libsodium, in base64.',
      ),
  },
  response: {},
  errors: [
    'pushServiceNotConfigured',
    'noSuchClientDevice',
    'pushFieldsMissing',
    'pushKeyInvalid',
    'pushTokenIdInvalid',
    'noPushKeyToRotate',
    'noPushTokenToRotate',
  ],
  example: {},
  safeToRetry: true,
});

const droppedToken = z.object({
  service: z.enum(['apns', 'fcm', 'web']),
  token: z.string(),
  /** Registrations after this time are newer than what the push service said. Milliseconds since the epoch. */
  before: z.int().optional(),
});

/** Forgets where a user who was deactivated is reached by push notifications. */
export const forgetPushDevices = serviceCall({
  name: 'forgetPushDevices',
  service: 'settings',
  input: z.object({ organizationId: z.int(), userId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});

/** Forgets tokens of a user that push services know no more. */
export const dropPushTokens = serviceCall({
  name: 'dropPushTokens',
  service: 'settings',
  input: z.object({ organizationId: z.int(), userId: z.int(), tokens: z.array(droppedToken).max(1000) }),
  output: z.object({}),
  safeToRetry: true,
});
