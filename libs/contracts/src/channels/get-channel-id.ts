import { z } from 'zod';
import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

/** The id of a channel that the caller can see, by its name, regardless of case. */
export const getChannelId = endpoint({
  name: 'getChannelId',
  method: 'GET',
  path: '/get_stream_id',
  service: 'channels',
  scope: 'read',
  summary: 'Get a channel ID',
  params: { stream: text().describe('Name of the channel.').example('design') },
  response: { stream_id: z.int() },
  errors: ['invalidChannelName'],
  example: { stream_id: 9 },
});
