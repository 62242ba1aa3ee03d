import { z } from 'zod';
import { endpoint } from '../contract.js';
import { ALL_ROLES } from '../roles.js';
import { json, pathInt, pathText, text } from '../wire/param.js';
import { emailDomainErrors, fullNameErrors } from './account-errors.js';
import { profileDataErrors } from './change-profile-data.js';
import { profileDataChange } from './profile-value.js';

/**
 * Changes a user's name, role, real address or profile data, all or nothing. Administrators only, and for a bot its owner; only owners can add and
 * remove owners. Unchanged values have no effect.
 */
export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PATCH',
  path: '/users/{user_id}',
  service: 'organization',
  scope: 'manage_organization',
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
  errors: [
    'proofRequired',
    'noSuchUser',
    'insufficientPermission',
    'administratorsOnly',
    'ownersOnly',
    'tokenNotAllowed',
    'lastOwnerRole',
    'invalidEmailAddress',
    'emailInUse',
    ...emailDomainErrors,
    ...fullNameErrors,
    ...profileDataErrors,
  ],
});

/**
 * Deactivates an account and the bots that it owns: API keys are rejected, queues end, memberships in groups have no effect. Its content remains.
 * Administrators only; owners only by owners.
 */
export const deactivateUser = endpoint({
  name: 'deactivateUser',
  method: 'DELETE',
  path: '/users/{user_id}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Deactivate a user',
  params: { user_id: pathInt() },
  response: {},
  errors: ['administratorsOnly', 'ownersOnly', 'noSuchUser', 'deactivatedUser', 'cannotDeactivateLastOwner'],
});

/** Deactivates the caller's account and the bots that it owns. */
export const deactivateMe = endpoint({
  name: 'deactivateMe',
  method: 'DELETE',
  path: '/users/me',
  service: 'organization',
  scope: 'full',
  summary: 'Deactivate your account',
  humansOnly: true,
  params: {},
  response: {},
  errors: ['cannotDeactivateLastUser'],
});

/**
 * Reactivates an account, with its API key, groups and subscriptions. For administrators; a bot also for its owner. For owners only, if it is an
 * owner, or a bot that an owner owns or that is one.
 */
export const reactivateUser = endpoint({
  name: 'reactivateUser',
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  service: 'organization',
  // The API key of the account works again.
  scope: 'full',
  summary: 'Reactivate a user',
  params: { user_id: pathInt() },
  response: {},
  errors: ['administratorsOnly', 'ownersOnly', 'noSuchUser', 'insufficientPermission', 'nameInUse', 'peopleQuotaReached'],
});
