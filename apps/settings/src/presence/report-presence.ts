import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import { PRESENCE_HISTORY_DAYS, type PresenceTimes, type reportPresence } from '@parley/contracts/settings';
import { Database } from '@parley/persistence';
import { AnnouncePresence } from './announce-presence.js';
import { presenceAfter } from './presence-report.js';
import { type PresenceRules, ReadPresenceRules } from './read-presence-rules.js';
import { presenceRange, presencesByPerson, readLastUpdateId, readPresences } from './read-presences.js';

type Params = InputOf<typeof reportPresence>;
type Answer = OutputOf<typeof reportPresence>;

interface Own {
  readonly email: string;
  readonly isShown: boolean;
  /** Null: never reported. */
  readonly activeAt: number | null;
  readonly idleAt: number | null;
}

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
    const own = await this.readOwn(caller);
    if (!own.isShown) return;
    const known = own.idleAt === null ? null : { activeAt: own.activeAt ?? 0, idleAt: own.idleAt };
    const change = presenceAfter(known, { isActive, at: seconds(Date.now()) }, rules.timings);
    if (change === null) return;
    await this.write(caller, change.times);
    if (change.cameOnline && rules.timings.isAnnounced) this.announcing.execute(caller, own.email, change.times, rules);
  }

  private async readOwn({ organizationId, userId }: Caller): Promise<Own> {
    const [own] = await this.database.client.$queryRaw<Own[]>`
      SELECT u.api_email AS email, coalesce(s.values -> 'presence_enabled' <> 'false'::jsonb, true) AS "isShown",
        floor(extract(epoch FROM p.active_at))::float8 AS "activeAt", floor(extract(epoch FROM p.idle_at))::float8 AS "idleAt"
      FROM user_account u LEFT JOIN user_settings s ON s.user_id = u.id LEFT JOIN user_presence p ON p.user_id = u.id
      WHERE u.organization_id = ${organizationId} AND u.id = ${userId}`;
    if (own === undefined) throw apiErrors.userDeactivated();
    return own;
  }

  /** Of concurrent reports the latest time is kept, regardless of the order of the writes. */
  private async write({ organizationId, userId }: Caller, { activeAt, idleAt }: PresenceTimes): Promise<void> {
    await this.database.client.$executeRaw`
      WITH sequence AS (
        INSERT INTO presence_sequence (organization_id, last_update_id) VALUES (${organizationId}, 1)
        ON CONFLICT (organization_id) DO UPDATE SET last_update_id = presence_sequence.last_update_id + 1
        RETURNING last_update_id
      )
      INSERT INTO user_presence (user_id, organization_id, update_id, active_at, idle_at)
      SELECT ${userId}, ${organizationId}, sequence.last_update_id, to_timestamp(nullif(${activeAt}::float8, 0)), to_timestamp(${idleAt}::float8)
      FROM sequence
      ON CONFLICT (user_id, organization_id) DO UPDATE SET update_id = excluded.update_id,
        active_at = greatest(user_presence.active_at, excluded.active_at), idle_at = greatest(user_presence.idle_at, excluded.idle_at)`;
  }

  private async answer(caller: Caller, params: Params, rules: PresenceRules): Promise<Answer> {
    const { client } = this.database;
    const now = Date.now() / 1000;
    const lastUpdateId = await readLastUpdateId(client, caller.organizationId);
    const range = presenceRange(params.history_limit_days ?? PRESENCE_HISTORY_DAYS, now, params.last_update_id);
    const people = rules.isDisabled ? [] : await readPresences(client, caller, range, rules.guestsSeeEverybody);
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
