import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/** Who is subscribed to a channel the caller may know of: ascending user ids, deactivated people left out. */
export const listChannelMembers = endpoint({
  name: 'listChannelMembers',
  method: 'GET',
  path: '/streams/{stream_id}/members',
  service: 'channels',
  dear: true,
  summary: 'Get the subscribers of a channel',
  params: { stream_id: pathInt() },
  response: { subscribers: z.array(z.int()) },
  errors: ['invalidChannelId'],
  example: { subscribers: [7, 9] },
});
