import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { AnnouncePresence } from './announce-presence.js';
import { ReadPresenceRules } from './read-presence-rules.js';

/** Added to the offline threshold, so that clients with a slow clock also show the user as offline. */
const MARGIN_SECONDS = 60;

/** Announces the presence of a user who turned presence_enabled on or off: active now, or offline. */
@Injectable()
export class ShowPresence {
  constructor(
    private readonly database: Database,
    private readonly readRules: ReadPresenceRules,
    private readonly announcing: AnnouncePresence,
  ) {}

  async execute(caller: Caller, isEnabled: boolean): Promise<void> {
    const { organizationId, userId } = caller;
    const rules = await this.readRules.execute(organizationId);
    const person = await userById(this.database.direct, organizationId, userId);
    if (rules.isDisabled || person === undefined) return;
    const now = Math.floor(Date.now() / 1000);
    const at = isEnabled ? now : now - rules.timings.offlineThresholdSeconds - MARGIN_SECONDS;
    this.announcing.execute(caller, person.apiEmail, { activeAt: at, idleAt: at }, rules);
  }
}
