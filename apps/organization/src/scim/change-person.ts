import { Injectable } from '@nestjs/common';
import { EventLog } from '@parley/event-log';
import { personById } from './people.repository.js';
import { type Person, personOf } from './person-resource.js';
import { scimErrors } from './scim-error.js';
import { WritePerson } from './write-person.js';

/** Replaces or patches a person. All changes of an organization wait for each other, so each begins with what the one before it left. */
@Injectable()
export class ChangePerson {
  constructor(
    private readonly eventLog: EventLog,
    private readonly write: WritePerson,
  ) {}

  /** `after`: what becomes of the person. @throws ScimError, ApiError */
  async execute(organizationId: number, id: number, after: (before: Person) => Person): Promise<void> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      const record = await personById(tx, organizationId, id);
      if (record === undefined) throw scimErrors.notFound('The user');
      await this.write.execute({ tx, log, organizationId }, record, after(personOf(record)));
    });
  }
}
