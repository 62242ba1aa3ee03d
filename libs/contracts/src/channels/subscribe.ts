import { z } from 'zod';
import { endpoint } from '../contract.js';
import { LIMITS } from '../limits.js';
import { bool, json } from '../wire/param.js';
import { storableText } from '../wire/storable-text.js';
import { channelSettingErrors, newChannelParameters } from './new-channel-parameters.js';

const channelNames = z.record(z.string(), z.array(z.string()));

/** Channels by name, which are created if they do not exist. */
export const channelsToSubscribe = () =>
  json(
    z.array(
      z.object({
        name: z.string(),
        description: storableText({ max: LIMITS.max_stream_description_length }).optional(),
        color: z
          .string()
          .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i)
          .optional(),
      }),
    ),
  );

/**
 * Subscribes the caller or others to channels; those that do not exist are created with the given settings. All or nothing,
 * except with `authorization_errors_fatal=false`. The response lists channel names by user id, in the order of the request.
 */
export const subscribe = endpoint({
  name: 'subscribe',
  method: 'POST',
  path: '/users/me/subscriptions',
  service: 'channels',
  scope: 'manage_channels',
  summary: 'Subscribe to channels, and create those that do not exist',
  membersOnly: true,
  // One call may subscribe 5,000 users to 20 channels.
  timeoutMs: 30_000,
  params: {
    subscriptions: channelsToSubscribe()
      .describe('The channels, by name. Descriptions apply to new channels only.')
      .example([{ name: 'design', description: 'How the product looks' }]),
    principals: json(z.union([z.array(z.int()), z.array(z.string())]))
      .optional()
      .describe('The users to subscribe, by user id or API email address. Defaults to the caller.'),
    authorization_errors_fatal: bool()
      .default(true)
      .describe('If true, the call fails when a channel is not accessible. If false, such channels are listed in `unauthorized`.'),
    ...newChannelParameters,
  },
  response: {
    subscribed: channelNames,
    already_subscribed: channelNames,
    unauthorized: z.array(z.string()).optional(),
    new_subscription_messages_sent: z.boolean(),
  },
  errors: [
    'insufficientPermission',
    'tokenNotAllowed',
    'guestsNotAllowed',
    'noSuchUser',
    'deactivatedUser',
    'channelNotAccessible',
    ...channelSettingErrors,
  ],
  example: { subscribed: { '9': ['design'] }, already_subscribed: {}, new_subscription_messages_sent: false },
});
