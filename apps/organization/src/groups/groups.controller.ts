import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { CreateUserGroup } from './create-user-group.js';
import { DeactivateUserGroup } from './deactivate-user-group.js';
import { GetGroupMembers } from './get-group-members.js';
import { GetIsGroupMember } from './get-is-group-member.js';
import { GetSubgroups } from './get-subgroups.js';
import { GetUserGroups } from './get-user-groups.js';
import { UpdateGroupMembers } from './update-group-members.js';
import { UpdateSubgroups } from './update-subgroups.js';
import { UpdateUserGroup } from './update-user-group.js';

@Controller()
export class GroupsController {
  constructor(
    private readonly list: GetUserGroups,
    private readonly creation: CreateUserGroup,
    private readonly change: UpdateUserGroup,
    private readonly deactivation: DeactivateUserGroup,
    private readonly members: GetGroupMembers,
    private readonly membership: GetIsGroupMember,
    private readonly membersChange: UpdateGroupMembers,
    private readonly subgroups: GetSubgroups,
    private readonly subgroupsChange: UpdateSubgroups,
  ) {}

  @Serves(getUserGroups)
  getUserGroups(call: CallOf<typeof getUserGroups>) {
    return this.list.execute(call);
  }

  @Serves(createUserGroup)
  createUserGroup(call: CallOf<typeof createUserGroup>) {
    return this.creation.execute(call);
  }

  @Serves(updateUserGroup)
  updateUserGroup(call: CallOf<typeof updateUserGroup>) {
    return this.change.execute(call);
  }

  @Serves(deactivateUserGroup)
  deactivateUserGroup(call: CallOf<typeof deactivateUserGroup>) {
    return this.deactivation.execute(call);
  }

  @Serves(getUserGroupMembers)
  getUserGroupMembers(call: CallOf<typeof getUserGroupMembers>) {
    return this.members.execute(call);
  }

  @Serves(getIsUserGroupMember)
  getIsUserGroupMember(call: CallOf<typeof getIsUserGroupMember>) {
    return this.membership.execute(call);
  }

  @Serves(updateUserGroupMembers)
  updateUserGroupMembers(call: CallOf<typeof updateUserGroupMembers>) {
    return this.membersChange.execute(call);
  }

  @Serves(getUserGroupSubgroups)
  getUserGroupSubgroups(call: CallOf<typeof getUserGroupSubgroups>) {
    return this.subgroups.execute(call);
  }

  @Serves(updateUserGroupSubgroups)
  updateUserGroupSubgroups(call: CallOf<typeof updateUserGroupSubgroups>) {
    return this.subgroupsChange.execute(call);
  }
}
