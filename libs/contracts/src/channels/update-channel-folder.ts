import { endpoint } from '../contract.js';
import { LIMITS } from '../limits.js';
import { bool, pathInt, storedText, text } from '../wire/param.js';

/** Renames, describes, archives or unarchives a channel folder. Only an empty one can be archived. Administrators only. */
export const updateChannelFolder = endpoint({
  name: 'updateChannelFolder',
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  service: 'channels',
  scope: 'manage_channels',
  summary: 'Update a channel folder',
  params: {
    channel_folder_id: pathInt(),
    name: text({ max: LIMITS.max_channel_folder_name_length }).optional().example('Teams'),
    description: storedText({ max: LIMITS.max_channel_folder_description_length }).optional().describe('Description, in Markdown.'),
    is_archived: bool().optional(),
  },
  response: {},
  errors: [
    'administratorsOnly',
    'invalidChannelFolderId',
    'channelFolderNameEmpty',
    'channelFolderNameInvalid',
    'channelFolderExists',
    'channelFolderNotEmpty',
  ],
  safeToRetry: true,
  example: {},
});
