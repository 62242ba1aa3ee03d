import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/** The channels to which a user is subscribed, as far as the caller can see them: ascending ids, without archived channels. */
export const listChannelsOfUser = endpoint({
  name: 'listChannelsOfUser',
  method: 'GET',
  path: '/users/{user_id}/channels',
  service: 'channels',
  scope: 'read',
  expensive: true,
  summary: 'Get the channels of a user',
  params: { user_id: pathInt() },
  response: { subscribed_channel_ids: z.array(z.int()) },
  errors: ['noSuchUser'],
  example: { subscribed_channel_ids: [3, 9] },
});
