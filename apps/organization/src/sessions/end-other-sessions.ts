import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import { callersChanged, type endOtherSessions } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { endOtherSessionsOf } from '../credentials/browser-sessions.repository.js';

/** Ends all sessions of the caller except the one of the request. */
@Injectable()
export class EndOtherSessions {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  async execute({ caller }: CallOf<typeof endOtherSessions>): Promise<OutputOf<typeof endOtherSessions>> {
    const { organizationId, userId, sessionId = null } = caller;
    const ended = await endOtherSessionsOf(this.database.direct, organizationId, userId, sessionId);
    if (ended > 0) this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
    return { ended };
  }
}
