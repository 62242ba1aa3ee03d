import { Injectable } from '@nestjs/common';
import { groupsOfUser, userById } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { getIsUserGroupMember } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { userVisibility } from '../accounts/user-visibility.js';
import { namedGroups } from './named-groups.repository.js';

/** Whether a user is in a group. A user whom the caller may not see is treated like an unknown id. */
@Injectable()
export class GetIsGroupMember {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute({ caller, params }: CallOf<typeof getIsUserGroupMember>): Promise<OutputOf<typeof getIsUserGroupMember>> {
    const reader = this.database.direct;
    const { organizationId } = caller;
    const [group] = await namedGroups(reader, organizationId, [params.user_group_id]);
    if (group === undefined) throw apiErrors.invalidUserGroup();
    const user = await userById(reader, organizationId, params.user_id);
    const visibility = await userVisibility(reader, caller, this.addresses);
    if (user === undefined || !visibility.maySee(user.id)) throw apiErrors.noSuchUser();
    if (params.direct_member_only) return { is_user_group_member: group.memberIds.includes(user.id) };
    return { is_user_group_member: (await groupsOfUser(reader, organizationId, user.id, [group.id])).has(group.id) };
  }
}
