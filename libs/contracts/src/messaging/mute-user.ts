import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/** From now on the user's messages arrive read for the caller; what of them is unread becomes read (reference/rules.md section 9). */
export const muteUser = endpoint({
  name: 'muteUser',
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  service: 'messaging',
  summary: 'Mute a user',
  params: { muted_user_id: pathInt() },
  response: {},
  errors: ['noSuchUser', 'badRequest'],
});

/** Later messages of the user arrive unread again; those that came meanwhile stay read. */
export const unmuteUser = endpoint({
  name: 'unmuteUser',
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  service: 'messaging',
  summary: 'Unmute a user',
  params: { muted_user_id: pathInt() },
  response: {},
  errors: ['noSuchUser', 'badRequest'],
});
