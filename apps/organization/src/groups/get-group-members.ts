import { Injectable } from '@nestjs/common';
import { groupMembers, peopleViewer, strangersAmong } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { getUserGroupMembers } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { namedGroups } from './named-groups.repository.js';

/** The members of a group, by default including those of its subgroups. Only users whom the caller may see. */
@Injectable()
export class GetGroupMembers {
  constructor(private readonly database: Database) {}

  async execute({ caller, params }: CallOf<typeof getUserGroupMembers>): Promise<OutputOf<typeof getUserGroupMembers>> {
    const reader = this.database.direct;
    const [group] = await namedGroups(reader, caller.organizationId, [params.user_group_id]);
    if (group === undefined) throw apiErrors.invalidUserGroup();
    const ids = params.direct_member_only ? group.memberIds : await groupMembers(reader, caller.organizationId, group.id);
    const strangers = await strangersAmong(reader, peopleViewer(caller), ids);
    return { members: ids.filter((id) => !strangers.has(id)) };
  }
}
