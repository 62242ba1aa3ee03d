import { z } from 'zod';
import { endpoint } from '../contract.js';
import { LIMITS } from '../limits.js';
import { storedText, text } from '../wire/param.js';

/** Creates a channel folder in the last position. Administrators only. */
export const createChannelFolder = endpoint({
  name: 'createChannelFolder',
  method: 'POST',
  path: '/channel_folders/create',
  service: 'channels',
  scope: 'manage_channels',
  summary: 'Create a channel folder',
  params: {
    name: text({ max: LIMITS.max_channel_folder_name_length }).describe('Must be unique, ignoring case.').example('Teams'),
    description: storedText({ max: LIMITS.max_channel_folder_description_length })
      .default('')
      .describe('Description, in Markdown.')
      .example('One for each team'),
  },
  response: { channel_folder_id: z.int() },
  errors: ['administratorsOnly', 'channelFolderNameEmpty', 'channelFolderNameInvalid', 'channelFolderExists'],
  example: { channel_folder_id: 3 },
});
