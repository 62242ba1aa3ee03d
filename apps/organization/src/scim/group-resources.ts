import { Injectable } from '@nestjs/common';
import type { Resources } from './answer-resources.js';
import { ChangeGroup } from './change-group.js';
import { CreateGroup } from './create-group.js';
import { patchOfGroup, wholeGroup } from './group-changes.js';
import { groupLocation, toGroupResource } from './group-resource.js';
import type { ListQuery, Page } from './list-query.js';
import { type Projection, wants } from './projection.js';
import { ReadGroups } from './read-groups.js';
import type { Resource } from './read-resource.js';
import { RemoveGroup } from './remove-group.js';
import type { Asked } from './scim-request.js';

const MEMBERS = 'members';

/** `/Groups`: user groups. Members that a client does not want are not read. */
@Injectable()
export class GroupResources implements Resources {
  readonly location = groupLocation;

  constructor(
    private readonly reading: ReadGroups,
    private readonly creation: CreateGroup,
    private readonly change: ChangeGroup,
    private readonly removal: RemoveGroup,
  ) {}

  create({ caller, body }: Asked): Promise<number> {
    return this.creation.execute(caller, wholeGroup(body));
  }

  replace({ caller, body }: Asked, id: number): Promise<void> {
    const wanted = wholeGroup(body);
    return this.change.execute(caller.organizationId, id, () => wanted);
  }

  patch({ caller, body }: Asked, id: number): Promise<void> {
    return this.change.execute(caller.organizationId, id, patchOfGroup(body));
  }

  remove({ caller }: Asked, id: number): Promise<void> {
    return this.removal.execute(caller, id);
  }

  async read({ caller, baseUrl }: Asked, id: number, projection: Projection): Promise<Resource> {
    const { group, memberIds } = await this.reading.one(caller.organizationId, id, wants(projection, MEMBERS));
    return toGroupResource(group, memberIds, baseUrl);
  }

  async list({ caller, baseUrl }: Asked, query: ListQuery, projection: Projection): Promise<Page<Resource>> {
    const { total, resources } = await this.reading.list(caller.organizationId, query, wants(projection, MEMBERS));
    return { total, resources: resources.map(({ group, memberIds }) => toGroupResource(group, memberIds, baseUrl)) };
  }
}
