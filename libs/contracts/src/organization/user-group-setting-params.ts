import { Param } from '../wire/param.js';
import type { UserGroupSettingName } from './user-group-object.js';

/** Errors of a name that a group cannot have. */
export const groupNameErrors = [
  'userGroupNameEmpty',
  'userGroupNameTooLong',
  'userGroupNamePrefix',
  'userGroupNameInUse',
  'invalidFormat',
] as const;

/** One parameter for each permission of a group, each created by `param`. */
export function userGroupSettingParams<V>(param: (meaning: string) => Param<V>): Record<UserGroupSettingName, Param<V>> {
  return {
    can_add_members_group: param('Who may add members. Defaults to the creator.'),
    can_join_group: param('Who may join. Defaults to no one.'),
    can_leave_group: param('Who may leave. Defaults to everyone.'),
    can_manage_group: param('Who may manage all aspects of the group. Defaults to the creator.'),
    can_mention_group: param('Who may mention the group. Defaults to everyone.'),
    can_remove_members_group: param('Who may remove members. Defaults to the creator.'),
  };
}
