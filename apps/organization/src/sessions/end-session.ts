import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { callersChanged, type endSession } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { endSessionOf } from '../credentials/browser-sessions.repository.js';
import { isSessionId } from './session-id.js';

/** Ends one session of the caller. A session of another person is answered like one that does not exist. */
@Injectable()
export class EndSession {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  async execute({ caller, params }: CallOf<typeof endSession>): Promise<OutputOf<typeof endSession>> {
    const { organizationId, userId } = caller;
    const { session_id: id } = params;
    const isEnded = isSessionId(id) && (await endSessionOf(this.database.direct, organizationId, userId, id));
    if (!isEnded) throw apiErrors.noSuchSession();
    this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
    return {};
  }
}
