import { bad, make } from './api-error.js';

/** Errors about user groups. */
export const groupErrors = {
  invalidUserGroup: () => bad('Invalid user group'),
  invalidUserGroupId: (args: { id: number }) => bad(`Invalid user group ID: ${args.id}`),
  deactivatedUserGroup: () => bad('User group is deactivated.'),
  userGroupNameEmpty: () => bad("User group name can't be empty!"),
  userGroupNameTooLong: (args: { limit: number }) => bad(`User group name cannot exceed ${args.limit} characters.`),
  userGroupNamePrefix: (args: { prefix: string }) => bad(`User group name cannot start with '${args.prefix}'.`),
  userGroupNameInUse: (args: { name: string }) => bad(`User group '${args.name}' already exists.`),
  noUserGroupChanges: () => bad('No new data supplied'),
  noMembersToChange: () => bad('Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".'),
  noSubgroupsToChange: () => bad('Nothing to do. Specify at least one of "add" or "delete".'),
  alreadyGroupMember: (args: { userId: number }) => bad(`User ${args.userId} is already a member of this group`),
  notGroupMember: (args: { userId: number }) => bad(`There is no member '${args.userId}' in this user group`),
  alreadySubgroup: (args: { groupId: number }) => bad(`User group ${args.groupId} is already a subgroup of this group.`),
  notSubgroup: (args: { groupId: number }) => bad(`User group ${args.groupId} is not a subgroup of this group.`),
  subgroupCycle: (args: { groupId: number }) => bad(`User group ${args.groupId} is already a subgroup of one of the passed subgroups.`),
  groupNotAllowedInSetting: (args: { setting: string; group: string }) =>
    bad(`'${args.setting}' setting cannot be set to '${args.group}' group.`),
  systemGroupRequired: (args: { settingName: string }) =>
    make(400, 'SYSTEM_GROUP_REQUIRED', `'${args.settingName}' must be a system user group.`, { setting_name: args.settingName }),
  groupInUse: (args: { objections: readonly unknown[] }) =>
    make(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', { objections: args.objections }),
} as const;
