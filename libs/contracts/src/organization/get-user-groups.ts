import { z } from 'zod';
import { endpoint } from '../contract.js';
import { userGroupExample } from '../examples/people.js';
import { bool } from '../wire/param.js';
import { userGroupObject } from './user-group-object.js';

/** All named groups, system groups first, then by id. */
export const getUserGroups = endpoint({
  name: 'getUserGroups',
  method: 'GET',
  path: '/user_groups',
  service: 'organization',
  scope: 'read',
  expensive: true,
  summary: 'Get user groups',
  params: { include_deactivated_groups: bool().default(false).describe('Include deactivated groups.') },
  response: { user_groups: z.array(userGroupObject) },
  example: { user_groups: [userGroupExample] },
});
