import { Injectable } from '@nestjs/common';
import { groupsWithin, subgroupsBelow } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { getUserGroupSubgroups } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { namedGroups } from './named-groups.repository.js';

/** The subgroups of a group, by default including indirect ones. */
@Injectable()
export class GetSubgroups {
  constructor(private readonly database: Database) {}

  async execute({ caller, params }: CallOf<typeof getUserGroupSubgroups>): Promise<OutputOf<typeof getUserGroupSubgroups>> {
    const reader = this.database.direct;
    const [group] = await namedGroups(reader, caller.organizationId, [params.user_group_id]);
    if (group === undefined) throw apiErrors.invalidUserGroup();
    if (params.direct_subgroup_only) return { subgroups: [...group.subgroupIds] };
    const below = await subgroupsBelow(reader, caller.organizationId, [group.id]);
    return { subgroups: [...groupsWithin(below, group.subgroupIds)].sort((a, b) => a - b) };
  }
}
