import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/** Whether a user is subscribed to a channel that the caller can see. */
export const getIsSubscribed = endpoint({
  name: 'getIsSubscribed',
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  service: 'channels',
  scope: 'read',
  summary: 'Check whether a user is subscribed to a channel',
  params: { user_id: pathInt(), stream_id: pathInt() },
  response: { is_subscribed: z.boolean() },
  errors: ['noSuchUser', 'invalidChannelId'],
  example: { is_subscribed: true },
});
