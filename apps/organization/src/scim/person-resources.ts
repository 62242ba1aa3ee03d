import { Injectable } from '@nestjs/common';
import { ChangePerson } from './change-person.js';
import { CreatePerson } from './create-person.js';
import { listQueryOf, listResponse } from './list-query.js';
import { type PersonRecord, personLocation, toPersonResource } from './person-resource.js';
import { project, projectionOf } from './projection.js';
import { ReadPeople } from './read-people.js';
import { newPerson, patchOfPerson, replacedPerson } from './read-person.js';
import { RemovePerson } from './remove-person.js';
import { scimErrors } from './scim-error.js';
import { type Answered, type Asked, NO_CONTENT, parametersOf } from './scim-request.js';

/** `/Users`: people, by the methods of HTTP. */
@Injectable()
export class PersonResources {
  constructor(
    private readonly reading: ReadPeople,
    private readonly creation: CreatePerson,
    private readonly change: ChangePerson,
    private readonly removal: RemovePerson,
  ) {}

  async collection(asked: Asked, search?: string): Promise<Answered> {
    const { method, path, body, caller, baseUrl } = asked;
    if (search === undefined && method === 'POST') {
      const id = await this.creation.execute(caller.organizationId, newPerson(body));
      return { status: 201, body: await this.shown(asked, id), location: personLocation(id, baseUrl) };
    }
    const given = parametersOf(asked, search);
    if (search === undefined && method !== 'GET') throw scimErrors.methodNotAllowed(method, path);
    const [query, projection] = [listQueryOf(given), projectionOf(given)];
    const { total, resources } = await this.reading.list(caller.organizationId, query);
    const shown = resources.map((person) => project(toPersonResource(person, baseUrl), projection));
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
      case 'PUT':
        await this.change.execute(organizationId, id, (before) => replacedPerson(before, body));
        break;
      case 'PATCH':
        await this.change.execute(organizationId, id, patchOfPerson(body));
        break;
      case 'DELETE':
        await this.removal.execute(organizationId, id);
        return NO_CONTENT;
      default:
        throw scimErrors.methodNotAllowed(method, path);
    }
    return { status: 200, body: await this.shown(asked, id) };
  }

  private async shown({ caller, query, baseUrl }: Asked, id: number): Promise<object> {
    const person: PersonRecord = await this.reading.one(caller.organizationId, id);
    return project(toPersonResource(person, baseUrl), projectionOf(query));
  }
}
