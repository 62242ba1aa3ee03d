import { Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import { groupCondition } from './group-filter.sql.js';
import type { GroupRecord } from './group-resource.js';
import type { ListQuery, Page } from './list-query.js';
import { parsedFilter } from './parsed-filter.js';
import { scimErrors } from './scim-error.js';
import { groupById, groups, membersOf, numberOfGroups, sizesOf } from './scim-groups.repository.js';

/** Members in one list of groups: about 2 MB. A page with more has fewer groups than were asked for. */
const MAX_LISTED_MEMBERS = 20_000;

/** A group with the ids of its members. Undefined: the client does not want them. */
export interface ReadGroup {
  readonly group: GroupRecord;
  readonly memberIds: readonly number[] | undefined;
}

/** User groups as a directory sees them: without system groups and deactivated ones. */
@Injectable()
export class ReadGroups {
  constructor(private readonly database: Database) {}

  /** @throws invalidFilter */
  async list(organizationId: number, { filter, startIndex, count }: ListQuery, withMembers: boolean): Promise<Page<ReadGroup>> {
    const { direct } = this.database;
    const condition = groupCondition(organizationId, filter === undefined ? undefined : parsedFilter(filter));
    const total = await numberOfGroups(direct, organizationId, condition);
    const offset = startIndex - 1;
    if (count === 0 || offset >= total) return { total, resources: [] };
    const found = await groups(direct, organizationId, { condition, offset, limit: count });
    if (!withMembers) return { total, resources: found.map((group) => ({ group, memberIds: undefined })) };
    const shown = await this.fitting(organizationId, found);
    const ofGroups = await membersOf(direct, organizationId, idsOf(shown));
    return { total, resources: shown.map((group) => ({ group, memberIds: ofGroups.get(group.id) ?? [] })) };
  }

  /** @throws notFound */
  async one(organizationId: number, id: number, withMembers: boolean): Promise<ReadGroup> {
    const { direct } = this.database;
    const group = await groupById(direct, organizationId, id);
    if (group === undefined) throw scimErrors.notFound('The group');
    return { group, memberIds: withMembers ? ((await membersOf(direct, organizationId, [id])).get(id) ?? []) : undefined };
  }

  /** The first groups whose members are not too many for one answer. At least one. */
  private async fitting(organizationId: number, found: readonly GroupRecord[]): Promise<readonly GroupRecord[]> {
    const sizes = await sizesOf(this.database.direct, organizationId, idsOf(found));
    let listed = 0;
    const tooMany = found.findIndex(({ id }) => {
      listed += sizes.get(id) ?? 0;
      return listed > MAX_LISTED_MEMBERS;
    });
    return tooMany < 0 ? found : found.slice(0, Math.max(1, tooMany));
  }
}

function idsOf(found: readonly GroupRecord[]): number[] {
  return found.map(({ id }) => id);
}
