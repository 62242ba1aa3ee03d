import { Injectable } from '@nestjs/common';
import type { Resources } from './answer-resources.js';
import { ChangePerson } from './change-person.js';
import { CreatePerson } from './create-person.js';
import type { ListQuery, Page } from './list-query.js';
import { personLocation, toPersonResource } from './person-resource.js';
import { ReadPeople } from './read-people.js';
import { newPerson, patchOfPerson, replacedPerson } from './read-person.js';
import type { Resource } from './read-resource.js';
import { RemovePerson } from './remove-person.js';
import type { Asked } from './scim-request.js';

/** `/Users`: people. */
@Injectable()
export class PersonResources implements Resources {
  readonly location = personLocation;

  constructor(
    private readonly reading: ReadPeople,
    private readonly creation: CreatePerson,
    private readonly change: ChangePerson,
    private readonly removal: RemovePerson,
  ) {}

  create({ caller, body }: Asked): Promise<number> {
    return this.creation.execute(caller.organizationId, newPerson(body));
  }

  replace({ caller, body }: Asked, id: number): Promise<void> {
    return this.change.execute(caller.organizationId, id, (before) => replacedPerson(before, body));
  }

  patch({ caller, body }: Asked, id: number): Promise<void> {
    return this.change.execute(caller.organizationId, id, patchOfPerson(body));
  }

  remove({ caller }: Asked, id: number): Promise<void> {
    return this.removal.execute(caller.organizationId, id);
  }

  async read({ caller, baseUrl }: Asked, id: number): Promise<Resource> {
    return toPersonResource(await this.reading.one(caller.organizationId, id), baseUrl);
  }

  async list({ caller, baseUrl }: Asked, query: ListQuery): Promise<Page<Resource>> {
    const { total, resources } = await this.reading.list(caller.organizationId, query);
    return { total, resources: resources.map((person) => toPersonResource(person, baseUrl)) };
  }
}
