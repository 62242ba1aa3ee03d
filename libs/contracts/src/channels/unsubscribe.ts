import { z } from 'zod';
import { endpoint } from '../contract.js';
import { json } from '../wire/param.js';

/**
 * Unsubscribes the caller, or others whom the caller may remove. `removed`: channels that at least one user left; `not_removed`: those to which none
 * of the users was subscribed. Unread messages there become read.
 */
export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'DELETE',
  path: '/users/me/subscriptions',
  service: 'channels',
  scope: 'manage_channels',
  summary: 'Unsubscribe from channels',
  timeoutMs: 30_000,
  params: {
    subscriptions: json(z.array(z.string())).describe('Names of the channels.').example(['design']),
    principals: json(z.union([z.array(z.int()), z.array(z.string())]))
      .optional()
      .describe('The users to unsubscribe, by user id or API email address. Defaults to the caller.'),
  },
  response: { removed: z.array(z.string()), not_removed: z.array(z.string()) },
  errors: ['insufficientPermission', 'noSuchChannels', 'noSuchUser', 'deactivatedUser'],
  example: { removed: ['design'], not_removed: [] },
});
