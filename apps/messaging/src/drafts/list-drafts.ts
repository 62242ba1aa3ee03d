import { Injectable } from '@nestjs/common';
import type { Caller, OutputOf } from '@parley/contracts';
import type { listDrafts } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { checkSynchronization } from './check-synchronization.js';
import { readDrafts } from './drafts.repository.js';

/** GET /drafts. */
@Injectable()
export class ListDrafts {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller): Promise<OutputOf<typeof listDrafts>> {
    const reader = this.database.direct;
    await checkSynchronization(reader, caller);
    const drafts = await readDrafts(reader, caller.organizationId, caller.userId);
    return { count: drafts.length, drafts };
  }
}
