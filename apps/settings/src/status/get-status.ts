import { Injectable } from '@nestjs/common';
import { visibleUser } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { getUserStatus } from '@parley/contracts/settings';
import { Database } from '@parley/persistence';
import { statusOf } from './status.repository.js';
import { NO_STATUS, wireStatus } from './stored-status.js';

/** GET /users/{user_id}/status */
@Injectable()
export class GetStatus {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, { user_id: userId }: InputOf<typeof getUserStatus>): Promise<OutputOf<typeof getUserStatus>> {
    const reader = this.database.direct;
    if ((await visibleUser(reader, caller, userId)) === undefined) throw apiErrors.noSuchUser();
    const status = await statusOf(reader, caller.organizationId, userId);
    return { status: wireStatus(status ?? NO_STATUS, caller.clientName) };
  }
}
