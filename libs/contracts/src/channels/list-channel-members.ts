import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/** The subscribers of a channel that the caller can see: ascending user ids, without deactivated users. */
export const listChannelMembers = endpoint({
  name: 'listChannelMembers',
  method: 'GET',
  path: '/streams/{stream_id}/members',
  service: 'channels',
  scope: 'read',
  channelLimit: 'stream_id',
  expensive: true,
  summary: 'Get the subscribers of a channel',
  params: { stream_id: pathInt() },
  response: { subscribers: z.array(z.int()) },
  errors: ['invalidChannelId'],
  example: { subscribers: [7, 9] },
});
