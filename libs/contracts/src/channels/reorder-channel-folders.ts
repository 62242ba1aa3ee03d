import { z } from 'zod';
import { endpoint } from '../contract.js';
import { json } from '../wire/param.js';

/** Changes the order of the channel folders. Administrators only. */
export const reorderChannelFolders = endpoint({
  name: 'reorderChannelFolders',
  method: 'PATCH',
  path: '/channel_folders',
  service: 'channels',
  scope: 'manage_channels',
  summary: 'Reorder channel folders',
  params: {
    order: json(z.array(z.int()))
      .describe('Ids of all folders that are not archived, each once, in the new order. Archived folders may be included.')
      .example([2, 1]),
  },
  response: {},
  errors: ['administratorsOnly', 'invalidChannelFolderOrder'],
  safeToRetry: true,
  example: {},
});
