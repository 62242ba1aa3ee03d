import { userGroupExample } from '@parley/contracts/examples';
import { userGroupObject } from '@parley/contracts/organization';
import { z } from 'zod';
import { clientEvent } from '../client-event.js';

const members = { group_id: z.int(), user_ids: z.array(z.int()) };
const subgroups = { group_id: z.int(), direct_subgroup_ids: z.array(z.int()) };

export const userGroupAddEvent = clientEvent({
  type: 'user_group',
  op: 'add',
  summary: 'A user group was created.',
  fields: { group: userGroupObject },
  example: { group: userGroupExample },
});

export const userGroupUpdateEvent = clientEvent({
  type: 'user_group',
  op: 'update',
  summary: 'The name, description, permissions or deactivation status of a user group changed.',
  fields: {
    group_id: z.int(),
    data: userGroupObject
      .omit({ id: true, date_created: true, creator_id: true, members: true, direct_subgroup_ids: true, is_system_group: true })
      .partial(),
  },
  example: { group_id: 66, data: { description: 'Who plans' } },
});

export const userGroupAddMembersEvent = clientEvent({
  type: 'user_group',
  op: 'add_members',
  summary: 'Users were added to a user group.',
  fields: members,
  example: { group_id: 66, user_ids: [7] },
});

export const userGroupRemoveMembersEvent = clientEvent({
  type: 'user_group',
  op: 'remove_members',
  summary: 'Users were removed from a user group.',
  fields: members,
  example: { group_id: 66, user_ids: [7] },
});

export const userGroupAddSubgroupsEvent = clientEvent({
  type: 'user_group',
  op: 'add_subgroups',
  summary: 'Subgroups were added to a user group.',
  fields: subgroups,
  example: { group_id: 66, direct_subgroup_ids: [67] },
});

export const userGroupRemoveSubgroupsEvent = clientEvent({
  type: 'user_group',
  op: 'remove_subgroups',
  summary: 'Subgroups were removed from a user group.',
  fields: subgroups,
  example: { group_id: 66, direct_subgroup_ids: [67] },
});

export const userGroupRemoveEvent = clientEvent({
  type: 'user_group',
  op: 'remove',
  summary: 'A user group was deactivated. Only for clients without the capability `include_deactivated_groups`.',
  fields: { group_id: z.int() },
  example: { group_id: 66 },
});
