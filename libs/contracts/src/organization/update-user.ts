import { z } from 'zod';
import { endpoint } from '../contract.js';
import { ALL_ROLES } from '../roles.js';
import { json, pathInt, pathText, text } from '../wire/param.js';
import { profileDataChange } from './profile-value.js';

/**
 * Changes somebody's name, role, real address or profile data: all of it or nothing. Administrators only, and of a bot its owner; owners are made and unmade by
 * owners. What is given as it was changes nothing.
 */
export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PATCH',
  path: '/users/{user_id}',
  service: 'organization',
  summary: 'Update a user',
  params: {
    user_id: pathText().describe('Id or email address of the user.').example('9'),
    full_name: text().optional().example('Zoe'),
    role: json(z.literal(ALL_ROLES))
      .optional()
      .describe('Role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.')
      .example(300),
    new_email: text().optional().describe('New real email address. It takes effect without confirmation.'),
    profile_data: json(profileDataChange)
      .optional()
      .describe('Values of custom profile fields. Requires an administrator.')
      .example([{ id: 4, value: '2020-02-29' }]),
  },
  response: {},
  errors: ['noSuchUser', 'insufficientPermission', 'administratorsOnly', 'ownersOnly', 'badRequest'],
});

/**
 * Deactivates an account and the bots it owns: keys are refused, queues end, groups no longer count it. What it wrote stays. Administrators
 * only; owners only by owners.
 */
export const deactivateUser = endpoint({
  name: 'deactivateUser',
  method: 'DELETE',
  path: '/users/{user_id}',
  service: 'organization',
  summary: 'Deactivate a user',
  params: { user_id: pathInt() },
  response: {},
  errors: ['administratorsOnly', 'ownersOnly', 'noSuchUser', 'badRequest'],
});

/** Deactivates one's own account and the bots it owns. */
export const deactivateMe = endpoint({
  name: 'deactivateMe',
  method: 'DELETE',
  path: '/users/me',
  service: 'organization',
  summary: 'Deactivate your account',
  humansOnly: true,
  params: {},
  response: {},
  errors: ['cannotDeactivateLastUser'],
});

/**
 * A deactivated account may be used again, with its key, groups and subscriptions. For administrators; a bot also for its owner. An owner, and a bot
 * that belongs to an owner or is one, for owners only.
 */
export const reactivateUser = endpoint({
  name: 'reactivateUser',
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  service: 'organization',
  summary: 'Reactivate a user',
  params: { user_id: pathInt() },
  response: {},
  errors: ['administratorsOnly', 'ownersOnly', 'noSuchUser', 'insufficientPermission', 'badRequest'],
});
