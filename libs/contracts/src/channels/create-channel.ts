import { z } from 'zod';
import { endpoint } from '../contract.js';
import { LIMITS } from '../limits.js';
import { json, storedText, text } from '../wire/param.js';
import { channelSettingErrors, newChannelParameters } from './new-channel-parameters.js';

/** Creates one channel and subscribes the named users, who need not include the caller. A name in use is an error. */
export const createChannel = endpoint({
  name: 'createChannel',
  method: 'POST',
  path: '/channels/create',
  service: 'channels',
  scope: 'manage_channels',
  summary: 'Create a channel',
  membersOnly: true,
  timeoutMs: 30_000,
  params: {
    name: text().example('design'),
    subscribers: json(z.array(z.int())).describe('Ids of the users to subscribe.').example([7, 9]),
    description: storedText({ max: LIMITS.max_stream_description_length }).default('').describe('Description: one line of Markdown.'),
    ...newChannelParameters,
  },
  response: { id: z.int() },
  errors: ['insufficientPermission', 'guestsNotAllowed', 'noSuchUser', 'deactivatedUser', 'channelExists', ...channelSettingErrors],
  example: { id: 9 },
});
