import { Injectable } from '@nestjs/common';
import { namedUser } from '@parley/access';
import { legacyStatusOf } from '@parley/client-events';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { getPresence } from '@parley/contracts/settings';
import { Database } from '@parley/persistence';
import { sharedPresenceOf } from './presence.repository.js';
import { ReadPresenceRules } from './read-presence-rules.js';

/** GET /users/{user_id_or_email}/presence */
@Injectable()
export class GetPresence {
  constructor(
    private readonly database: Database,
    private readonly readRules: ReadPresenceRules,
  ) {}

  async execute(caller: Caller, { user_id_or_email: idOrEmail }: InputOf<typeof getPresence>): Promise<OutputOf<typeof getPresence>> {
    const reader = this.database.direct;
    const user = await namedUser(reader, caller, idOrEmail);
    if (user === undefined || !user.isActive) throw apiErrors.noSuchUser();
    if (user.isBot) throw apiErrors.botsHaveNoPresence();
    const rules = await this.readRules.execute(caller.organizationId);
    const presence = rules.isDisabled ? undefined : await sharedPresenceOf(this.database.direct, caller.organizationId, user.id);
    if (presence === undefined) throw apiErrors.noPresenceData({ idOrEmail });
    const website = legacyStatusOf(presence);
    const isOffline = Date.now() / 1000 - website.timestamp > rules.timings.offlineThresholdSeconds;
    return { presence: { aggregated: isOffline ? { ...website, status: 'offline' } : website, website } };
  }
}
