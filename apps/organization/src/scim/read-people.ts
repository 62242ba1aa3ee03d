import { Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import type { ListQuery, Page } from './list-query.js';
import { parsedFilter } from './parsed-filter.js';
import { numberOfPeople, people, personById } from './people.repository.js';
import { personCondition } from './person-filter.sql.js';
import { type PersonRecord } from './person-resource.js';
import { scimErrors } from './scim-error.js';

/** People as a directory sees them: without bots and without those whom it deleted. */
@Injectable()
export class ReadPeople {
  constructor(private readonly database: Database) {}

  /** @throws invalidFilter */
  async list(organizationId: number, { filter, startIndex, count }: ListQuery): Promise<Page<PersonRecord>> {
    const { direct } = this.database;
    const condition = personCondition(organizationId, filter === undefined ? undefined : parsedFilter(filter));
    const total = await numberOfPeople(direct, organizationId, condition);
    const offset = startIndex - 1;
    const isEmpty = count === 0 || offset >= total;
    return { total, resources: isEmpty ? [] : await people(direct, organizationId, { condition, offset, limit: count }) };
  }

  /** @throws notFound */
  async one(organizationId: number, id: number): Promise<PersonRecord> {
    const person = await personById(this.database.direct, organizationId, id);
    if (person === undefined) throw scimErrors.notFound('The user');
    return person;
  }
}
