import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { callersChanged, type startSession } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { CONFIG } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { endLeastUsed, endSessionOfDigest, insertSession } from '../credentials/browser-sessions.repository.js';
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
    const { direct } = this.database;
    const account = await this.login.execute({ caller, ...params, requestId });
    const { organizationId, userId, passwordHash, deliveryEmail } = account;
    const token = newToken();
    const session = { userId, digest: digestOfToken(token), browser: browserNameOf(params.userAgent), passwordHash };
    if (!(await insertSession(direct, organizationId, session))) throw apiErrors.authenticationFailed();
    await endLeastUsed(direct, organizationId, userId, MAX_SESSIONS);
    if (params.replaces !== undefined) await this.end(organizationId, params.replaces);
    return { token, userId, email: deliveryEmail, lastsSeconds: this.config.SESSION_HOURS * HOUR_SECONDS };
  }

  private async end(organizationId: number, token: string): Promise<void> {
    const userId = await endSessionOfDigest(this.database.direct, organizationId, digestOfToken(token));
    if (userId !== undefined) this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
  }
}
