import { Injectable } from '@nestjs/common';
import { peopleViewer } from '@parley/access';
import { legacyPresenceOf } from '@parley/client-events';
import type { Caller, OutputOf } from '@parley/contracts';
import { type listPresence, PRESENCE_HISTORY_DAYS } from '@parley/contracts/settings';
import { Database } from '@parley/persistence';
import { visiblePresences } from './presence.repository.js';
import { presenceRange } from './presences-by-person.js';
import { ReadPresenceRules } from './read-presence-rules.js';

/** GET /realm/presence */
@Injectable()
export class ListPresence {
  constructor(
    private readonly database: Database,
    private readonly readRules: ReadPresenceRules,
  ) {}

  async execute(caller: Caller): Promise<OutputOf<typeof listPresence>> {
    const now = Date.now() / 1000;
    const rules = await this.readRules.execute(caller.organizationId);
    const range = presenceRange(PRESENCE_HISTORY_DAYS, now);
    const people = rules.isDisabled ? [] : await visiblePresences(this.database.direct, peopleViewer(caller), range);
    return {
      server_timestamp: now,
      presences: Object.fromEntries(people.map((person) => [person.email, legacyPresenceOf(person)])),
    };
  }
}
