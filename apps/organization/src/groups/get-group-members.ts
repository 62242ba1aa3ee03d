import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type getUserGroupMembers, type OutputOf } from '@parley/contracts';
import { Database, groupMembers, namedGroups } from '@parley/persistence';

/** Who is in a group, through its subgroups too unless told otherwise. */
@Injectable()
export class GetGroupMembers {
  constructor(private readonly database: Database) {}

  async execute({ caller, params }: CallOf<typeof getUserGroupMembers>): Promise<OutputOf<typeof getUserGroupMembers>> {
    const { client } = this.database;
    const [group] = await namedGroups(client, caller.organizationId, [params.user_group_id]);
    if (group === undefined) throw apiErrors.invalidUserGroup();
    return { members: params.direct_member_only ? [...group.memberIds] : await groupMembers(client, caller.organizationId, group.id) };
  }
}
