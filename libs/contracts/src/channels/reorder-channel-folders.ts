import { z } from 'zod';
import { endpoint } from '../contract.js';
import { json } from '../wire/param.js';

/** Puts the channel folders in an order. Administrators only. */
export const reorderChannelFolders = endpoint({
  name: 'reorderChannelFolders',
  method: 'PATCH',
  path: '/channel_folders',
  service: 'channels',
  spec: '2.4',
  summary: 'Reorder channel folders',
  params: {
    order: json(z.array(z.int()))
      .describe('Ids of all folders that are not archived, each once; archived ones may be among them.')
      .example([2, 1]),
  },
  response: {},
  errors: ['administratorsOnly', 'badRequest'],
  safeToRetry: true,
  example: {},
});
