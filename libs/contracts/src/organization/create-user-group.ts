import { z } from 'zod';
import { endpoint } from '../contract.js';
import { groupSettingErrors, groupSettingValue } from '../group-setting-value.js';
import { MAX_GROUP_DESCRIPTION_LENGTH } from '../limits.js';
import { json, storedText, text } from '../wire/param.js';
import { groupNameErrors, userGroupSettingParams } from './user-group-setting-params.js';

/** Creates a group. Its creator is a member only if listed. Requires the organization's can_create_groups. */
export const createUserGroup = endpoint({
  name: 'createUserGroup',
  method: 'POST',
  path: '/user_groups/create',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Create a user group',
  params: {
    name: text().describe('Must be unique in the organization, ignoring case.').example('designers'),
    description: storedText({ max: MAX_GROUP_DESCRIPTION_LENGTH }).example('The design team'),
    members: json(z.array(z.int())).describe('Ids of the direct members.').example([7, 9]),
    subgroups: json(z.array(z.int())).default([]).describe('Ids of the direct subgroups.'),
    ...userGroupSettingParams((meaning) => json(groupSettingValue).optional().describe(meaning)),
  },
  response: { group_id: z.int() },
  errors: ['insufficientPermission', ...groupNameErrors, ...groupSettingErrors],
  example: { group_id: 21 },
});
