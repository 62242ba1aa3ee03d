import { Inject, Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { callersChanged } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { CONFIG } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { endLeastUsed, endSessionOfDigest } from '../credentials/browser-sessions.repository.js';
import { browserNameOf } from '../sessions/browser-name.js';
import { MAX_SESSIONS } from '../sessions/session-limits.js';
import { digestOfToken, newToken } from '../sessions/session-tokens.js';
import { insertProviderSession, type NewProviderSession } from './provider-sessions.repository.js';

const HOUR_SECONDS = 3600;

/** Begins a session as StartSession does: with a new token, and the session that the browser had ends. */
@Injectable()
export class StartProviderSession {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'SESSION_HOURS'>,
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  /** @throws signInExpired if the account, the provider or their link ended meanwhile */
  async execute(
    organizationId: number,
    identified: Omit<NewProviderSession, 'digest' | 'browser'>,
    { userAgent, replaces }: { readonly userAgent: string; readonly replaces: string | undefined },
  ): Promise<{ token: string; lastsSeconds: number }> {
    const token = newToken();
    const session = { ...identified, digest: digestOfToken(token), browser: browserNameOf(userAgent) };
    const userIds = await this.database.transaction(async (tx) => {
      if (!(await insertProviderSession(tx, organizationId, session))) throw apiErrors.signInExpired();
      const tooMany = await endLeastUsed(tx, organizationId, session.userId, MAX_SESSIONS);
      const owner = replaces === undefined ? undefined : await endSessionOfDigest(tx, organizationId, digestOfToken(replaces));
      return [...new Set([...(tooMany > 0 ? [session.userId] : []), ...(owner === undefined ? [] : [owner])])];
    });
    if (userIds.length > 0) this.bus.publish(callersChanged, { organizationId, userIds });
    return { token, lastsSeconds: this.config.SESSION_HOURS * HOUR_SECONDS };
  }
}
