import { Injectable } from '@nestjs/common';
import { ChangeGroup } from './change-group.js';
import { CreateGroup } from './create-group.js';
import { patchOfGroup, wholeGroup } from './group-changes.js';
import { toGroupResource } from './group-resource.js';
import { listQueryOf, listResponse } from './list-query.js';
import { project, projectionOf, wants } from './projection.js';
import { ReadGroups } from './read-groups.js';
import { RemoveGroup } from './remove-group.js';
import { scimErrors } from './scim-error.js';
import { type Answered, type Asked, NO_CONTENT, parametersOf } from './scim-request.js';

const MEMBERS = 'members';

/** `/Groups`: user groups, by the methods of HTTP. */
@Injectable()
export class GroupResources {
  constructor(
    private readonly reading: ReadGroups,
    private readonly creation: CreateGroup,
    private readonly change: ChangeGroup,
    private readonly removal: RemoveGroup,
  ) {}

  async collection(asked: Asked, search?: string): Promise<Answered> {
    const { method, path, body, caller, baseUrl } = asked;
    if (search === undefined && method === 'POST') {
      const id = await this.creation.execute(caller, wholeGroup(body));
      return { status: 201, body: await this.shown(asked, id), location: `${baseUrl}/Groups/${id}` };
    }
    const given = parametersOf(asked, search);
    if (search === undefined && method !== 'GET') throw scimErrors.methodNotAllowed(method, path);
    const [query, projection] = [listQueryOf(given), projectionOf(given)];
    const { total, resources } = await this.reading.list(caller.organizationId, query, wants(projection, MEMBERS));
    const shown = resources.map(({ group, memberIds }) => project(toGroupResource(group, memberIds, baseUrl), projection));
    return { status: 200, body: listResponse(query.startIndex, { total, resources: shown }) };
  }

  async one(asked: Asked, id: number): Promise<Answered> {
    const { method, path, body, caller } = asked;
    const { organizationId } = caller;
    // A wrong list of attributes is refused before anything changes.
    projectionOf(asked.query);
    switch (method) {
      case 'GET':
        break;
      case 'PUT': {
        const wanted = wholeGroup(body);
        await this.change.execute(organizationId, id, () => wanted);
        break;
      }
      case 'PATCH':
        await this.change.execute(organizationId, id, patchOfGroup(body));
        break;
      case 'DELETE':
        await this.removal.execute(caller, id);
        return NO_CONTENT;
      default:
        throw scimErrors.methodNotAllowed(method, path);
    }
    return { status: 200, body: await this.shown(asked, id) };
  }

  private async shown({ caller, query, baseUrl }: Asked, id: number): Promise<object> {
    const projection = projectionOf(query);
    const { group, memberIds } = await this.reading.one(caller.organizationId, id, wants(projection, MEMBERS));
    return project(toGroupResource(group, memberIds, baseUrl), projection);
  }
}
