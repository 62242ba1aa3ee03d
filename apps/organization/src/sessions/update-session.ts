import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { updateSession } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { nameSession } from '../credentials/browser-sessions.repository.js';
import { isSessionId } from './session-id.js';

/** Names one session of the caller. A session of another person is answered like one that does not exist. */
@Injectable()
export class UpdateSession {
  constructor(private readonly database: Database) {}

  async execute({ caller, params }: CallOf<typeof updateSession>): Promise<OutputOf<typeof updateSession>> {
    const { organizationId, userId } = caller;
    const id = params.session_id;
    const name = params.name.trim();
    const given = { id, name: name === '' ? null : name };
    if (!isSessionId(id) || !(await nameSession(this.database.direct, organizationId, userId, given))) throw apiErrors.noSuchSession();
    return {};
  }
}
