import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { listProfileFields } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { profileFieldObjects } from './profile-field-objects.js';

@Injectable()
export class ListProfileFields {
  constructor(private readonly database: Database) {}

  async execute({ caller }: CallOf<typeof listProfileFields>): Promise<OutputOf<typeof listProfileFields>> {
    return { custom_fields: await profileFieldObjects(this.database.direct, caller.organizationId) };
  }
}
