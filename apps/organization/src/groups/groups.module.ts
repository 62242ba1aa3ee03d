import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { CreateUserGroup } from './create-user-group.js';
import { DeactivateUserGroup } from './deactivate-user-group.js';
import { GetGroupMembers } from './get-group-members.js';
import { GetIsGroupMember } from './get-is-group-member.js';
import { GetSubgroups } from './get-subgroups.js';
import { GetUserGroups } from './get-user-groups.js';
import { GroupContent } from './group-content.js';
import { GroupsController } from './groups.controller.js';
import { GroupsRepository } from './groups.repository.js';
import { UpdateGroupMembers } from './update-group-members.js';
import { UpdateSubgroups } from './update-subgroups.js';
import { UpdateUserGroup } from './update-user-group.js';

@Module({
  controllers: [GroupsController],
  providers: [
    CreateUserGroup,
    DeactivateUserGroup,
    GetGroupMembers,
    GetIsGroupMember,
    GetSubgroups,
    GetUserGroups,
    GroupContent,
    GroupsRepository,
    OrganizationAddresses,
    UpdateGroupMembers,
    UpdateSubgroups,
    UpdateUserGroup,
  ],
  exports: [DeactivateUserGroup, GroupsRepository],
})
export class GroupsModule {}
