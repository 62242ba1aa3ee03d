import { Injectable } from '@nestjs/common';
import { announceUnlogged, type Caller, type PresenceTimes, presenceChanged, SYSTEM_VISITOR } from '@parley/contracts';
import { RpcClient } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import type { PresenceRules } from './presence-rules.js';

/** Tells open clients when a person was last there. It may fail: the next reports of the others tell them too. */
@Injectable()
export class AnnouncePresence {
  constructor(
    private readonly rpc: RpcClient,
    private readonly runtime: Runtime,
  ) {}

  /** Does not wait for the answer. `email`: the person's API email. */
  execute({ organizationId, userId }: Caller, email: string, times: PresenceTimes, { guestsSeeEverybody }: PresenceRules): void {
    const payload = presenceChanged.payload.parse({ ...times, userId, email, serverTimestamp: Date.now() / 1000, guestsSeeEverybody });
    this.rpc
      .call(announceUnlogged, { organizationId, type: presenceChanged.type, payload }, SYSTEM_VISITOR)
      .catch((err: unknown) => this.runtime.logger.warn({ err, organizationId }, 'presence announcement failed'));
  }
}
