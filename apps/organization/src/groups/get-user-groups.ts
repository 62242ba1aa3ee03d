import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { getUserGroups } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { userGroups } from './user-group-objects.js';

@Injectable()
export class GetUserGroups {
  constructor(private readonly database: Database) {}

  async execute({ caller, params }: CallOf<typeof getUserGroups>): Promise<OutputOf<typeof getUserGroups>> {
    return { user_groups: await userGroups(this.database.direct, caller.organizationId, params.include_deactivated_groups) };
  }
}
