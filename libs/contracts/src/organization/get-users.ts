import { z } from 'zod';
import { endpoint } from '../contract.js';
import { userExample } from '../examples/people.js';
import { bool, json, pathText } from '../wire/param.js';
import { userObject } from './user-object.js';

const view = {
  client_gravatar: bool()
    .alias('client_extavatar')
    .default(true)
    .describe('The client computes avatar URLs from email addresses itself. `avatar_url` is then null where it can.'),
  include_custom_profile_fields: bool().default(false).describe('Include the values of custom profile fields.'),
};

/** The caller. */
export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/users/me',
  service: 'organization',
  scope: 'any',
  channelLimit: 'unaffected',
  summary: 'Get your user',
  params: {},
  response: {
    ...userObject.shape,
    /** The newest message that the caller may read; -1 if none. */
    max_message_id: z.int(),
  },
  example: { ...userExample, max_message_id: 102 },
});

/** All users of the organization whom the caller may see, including bots and deactivated users, by id. */
export const getUsers = endpoint({
  name: 'getUsers',
  method: 'GET',
  path: '/users',
  service: 'organization',
  scope: 'read',
  expensive: true,
  sharesTexts: true,
  timeoutMs: 15_000,
  summary: 'Get users',
  params: {
    ...view,
    user_ids: json(z.array(z.int())).optional().describe('Ids of the users to return. Defaults to all users.').example([7, 9]),
  },
  response: { members: z.array(userObject) },
  example: { members: [userExample] },
});

/** One user by id, by API email, or by the real address if the caller may see it. */
export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/users/{user_id}',
  service: 'organization',
  scope: 'read',
  summary: 'Get a user',
  params: { user_id: pathText().describe('Id or email address of the user.').example('9'), ...view },
  response: { user: userObject },
  errors: ['noSuchUser'],
  example: { user: userExample },
});
