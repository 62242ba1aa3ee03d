import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { callersChanged, type startSession } from '@parley/contracts/organization';
import { Database, type Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { CONFIG } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { endLeastUsed, endSessionOfDigest, insertSession, type NewSession } from '../credentials/browser-sessions.repository.js';
import { PasswordLogin } from '../credentials/password-login.js';
import { browserNameOf } from './browser-name.js';
import { digestOfToken, newToken } from './session-tokens.js';

/** More are of no use to a person. The one used longest ago ends. */
const MAX_SESSIONS = 50;
const HOUR_SECONDS = 3600;

/**
 * Signs a person in with a browser. The token is always new: a token that the browser sent is never adopted, so that one that somebody else knows
 * cannot become valid. Its session ends.
 */
@Injectable()
export class StartSession {
  constructor(
    @Inject(CONFIG) private readonly config: OrganizationConfig,
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly login: PasswordLogin,
  ) {}

  /** @throws ApiError as fetchApiKey declares */
  async execute({ caller, params, requestId }: CallOf<typeof startSession>): Promise<OutputOf<typeof startSession>> {
    if (!('host' in caller)) throw new Error('a visitor starts a session');
    const account = await this.login.execute({ caller, ...params, requestId });
    const { organizationId, userId, passwordHash, deliveryEmail } = account;
    const token = newToken();
    const session = { userId, digest: digestOfToken(token), browser: browserNameOf(params.userAgent), passwordHash };
    const userIds = await this.database.transaction((tx) => this.store(tx, organizationId, session, params.replaces));
    if (userIds.length > 0) this.bus.publish(callersChanged, { organizationId, userIds });
    return { token, userId, email: deliveryEmail, lastsSeconds: this.config.SESSION_HOURS * HOUR_SECONDS };
  }

  /** Returns whose sessions ended. */
  private async store(tx: Tx, organizationId: number, session: NewSession, replaced: string | undefined): Promise<number[]> {
    if (!(await insertSession(tx, organizationId, session))) throw apiErrors.authenticationFailed();
    const tooMany = await endLeastUsed(tx, organizationId, session.userId, MAX_SESSIONS);
    const owner = replaced === undefined ? undefined : await endSessionOfDigest(tx, organizationId, digestOfToken(replaced));
    return [...new Set([...(tooMany > 0 ? [session.userId] : []), ...(owner === undefined ? [] : [owner])])];
  }
}
