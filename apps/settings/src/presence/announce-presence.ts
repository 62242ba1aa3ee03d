import { Injectable } from '@nestjs/common';
import { type Caller, SYSTEM_VISITOR } from '@parley/contracts';
import { announceEphemeral } from '@parley/contracts/event-queue';
import { type PresenceTimes, presenceChanged } from '@parley/contracts/settings';
import { RpcClient } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import type { PresenceRules } from './read-presence-rules.js';

/**
 * Sends a user's presence to connected clients. A failure is only logged, because clients also receive the presence when they report
 * their own.
 */
@Injectable()
export class AnnouncePresence {
  constructor(
    private readonly rpc: RpcClient,
    private readonly runtime: Runtime,
  ) {}

  /** Does not wait for the result. `email`: the API email of the user. */
  execute({ organizationId, userId }: Caller, email: string, times: PresenceTimes, { guestsSeeEverybody }: PresenceRules): void {
    const payload = presenceChanged.payload.parse({ ...times, userId, email, serverTimestamp: Date.now() / 1000, guestsSeeEverybody });
    this.rpc
      .call(announceEphemeral, { organizationId, type: presenceChanged.type, payload }, SYSTEM_VISITOR)
      .catch((err: unknown) => this.runtime.logger.warn({ err, organizationId }, 'presence announcement failed'));
  }
}
