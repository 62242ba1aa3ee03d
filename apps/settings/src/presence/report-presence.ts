import { Injectable } from '@nestjs/common';
import { peopleViewer } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { PRESENCE_HISTORY_DAYS, type reportPresence } from '@parley/contracts/settings';
import { Database } from '@parley/persistence';
import { AnnouncePresence } from './announce-presence.js';
import { lastPresenceUpdateId, ownPresenceOf, storePresence, visiblePresences } from './presence.repository.js';
import { presenceAfter } from './presence-report.js';
import { presenceRange, presencesByPerson } from './presences-by-person.js';
import { type PresenceRules, ReadPresenceRules } from './read-presence-rules.js';

type Params = InputOf<typeof reportPresence>;
type Answer = OutputOf<typeof reportPresence>;

/**
 * POST /users/me/presence. A report that changes no visible state writes nothing. Presence is not in the event log: a user who comes
 * online is announced to connected clients, and all clients receive missed changes in the response to their own next report.
 */
@Injectable()
export class ReportPresence {
  constructor(
    private readonly database: Database,
    private readonly readRules: ReadPresenceRules,
    private readonly announcing: AnnouncePresence,
  ) {}

  async execute(caller: Caller, params: Params): Promise<Answer> {
    if (params.status !== 'active' && params.status !== 'idle') throw apiErrors.invalidPresenceStatus({ status: params.status });
    const rules = await this.readRules.execute(caller.organizationId);
    if (!rules.isDisabled) await this.store(caller, params.status === 'active', rules);
    return params.ping_only ? {} : this.answer(caller, params, rules);
  }

  private async store(caller: Caller, isActive: boolean, rules: PresenceRules): Promise<void> {
    const { organizationId, userId } = caller;
    const own = await ownPresenceOf(this.database.direct, organizationId, userId);
    if (own === undefined) throw apiErrors.userDeactivated();
    if (!own.isShown) return;
    const known = own.idleAt === null ? null : { activeAt: own.activeAt ?? 0, idleAt: own.idleAt };
    const change = presenceAfter(known, { isActive, at: seconds(Date.now()) }, rules.timings);
    if (change === null) return;
    await storePresence(this.database.direct, organizationId, userId, change.times);
    if (change.cameOnline && rules.timings.isAnnounced) this.announcing.execute(caller, own.email, change.times, rules);
  }

  private async answer(caller: Caller, params: Params, rules: PresenceRules): Promise<Answer> {
    const { direct } = this.database;
    const now = Date.now() / 1000;
    const lastUpdateId = await lastPresenceUpdateId(direct, caller.organizationId);
    const range = presenceRange(params.history_limit_days ?? PRESENCE_HISTORY_DAYS, now, params.last_update_id);
    const people = rules.isDisabled ? [] : await visiblePresences(direct, peopleViewer(caller), range);
    const isModern = params.slim_presence || params.last_update_id !== undefined;
    return {
      presences: presencesByPerson(people, isModern),
      server_timestamp: now,
      presence_last_update_id: lastUpdateId,
    };
  }
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
