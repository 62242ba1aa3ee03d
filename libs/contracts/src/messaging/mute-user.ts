import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/** Later messages of the user are read on arrival for the caller; their unread messages become read. */
export const muteUser = endpoint({
  name: 'muteUser',
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  service: 'messaging',
  scope: 'personal',
  summary: 'Mute a user',
  params: { muted_user_id: pathInt() },
  response: {},
  errors: ['noSuchUser', 'cannotMuteSelf', 'userAlreadyMuted', 'tooManyMutedUsers'],
});

/** Later messages of the user arrive unread again; those sent while muted stay read. */
export const unmuteUser = endpoint({
  name: 'unmuteUser',
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  service: 'messaging',
  scope: 'personal',
  summary: 'Unmute a user',
  params: { muted_user_id: pathInt() },
  response: {},
  errors: ['noSuchUser', 'userNotMuted'],
});
