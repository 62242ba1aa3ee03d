import { z } from 'zod';
import { endpoint } from '../contract.js';
import { json } from '../wire/param.js';
import { profileDataChange } from './profile-value.js';

/** Errors of values that cannot be set. */
export const profileDataErrors = [
  'noSuchProfileField',
  'profileFieldNotEditable',
  'notString',
  'notList',
  'notDate',
  'notUrl',
  'invalidFormat',
  'textTooLong',
  'valueTooLarge',
  'invalidChoice',
  'invalidUserId',
  'namedUserDeactivated',
  'namedUserIsBot',
] as const;

/** Sets the caller's values of custom profile fields. All or nothing. */
export const updateProfileData = endpoint({
  name: 'updateProfileData',
  method: 'PATCH',
  path: '/users/me/profile_data',
  service: 'organization',
  scope: 'personal',
  summary: 'Update your custom profile data',
  humansOnly: true,
  params: {
    data: json(profileDataChange)
      .describe('Field values. Texts, dates (YYYY-MM-DD) and keys of choices are strings; users are a list of ids.')
      .example([{ id: 4, value: '2020-02-29' }]),
  },
  response: {},
  errors: ['humansOnly', ...profileDataErrors],
  safeToRetry: true,
  example: {},
});

/** Deletes the caller's values of custom profile fields. */
export const deleteProfileData = endpoint({
  name: 'deleteProfileData',
  method: 'DELETE',
  path: '/users/me/profile_data',
  service: 'organization',
  scope: 'personal',
  summary: 'Remove your custom profile data',
  humansOnly: true,
  params: { data: json(z.array(z.int()).max(100)).describe('Ids of the fields to clear.').example([4]) },
  response: {},
  errors: ['humansOnly', 'noSuchProfileField', 'profileFieldNotEditable'],
  safeToRetry: true,
  example: {},
});
