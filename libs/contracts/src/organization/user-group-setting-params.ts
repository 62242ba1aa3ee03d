import type { Param } from '../wire/param.js';
import type { UserGroupSettingName } from './user-group-object.js';

/** One parameter for each permission of a group, in the form of the endpoint. */
export function userGroupSettingParams<V>(param: (meaning: string) => Param<V>): Record<UserGroupSettingName, Param<V>> {
  return {
    can_add_members_group: param('Who may add members. Initially the creator.'),
    can_join_group: param('Who may join. Initially nobody.'),
    can_leave_group: param('Who may leave. Initially everyone.'),
    can_manage_group: param('Who may change the group in every way. Initially the creator.'),
    can_mention_group: param('Who may mention the group. Initially everyone.'),
    can_remove_members_group: param('Who may remove members. Initially the creator.'),
  };
}
