import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { isSecondFactorRequired, SECOND_FACTOR_METHODS, type startSession } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { type LoggedInAccount, PasswordLogin } from '../credentials/password-login.js';
import { secondFactorOf } from '../credentials/second-factors.repository.js';
import { endOldSteps, insertStep } from '../credentials/sign-in-steps.repository.js';
import { BegunSessions } from './begun-sessions.js';
import { digestOfToken, newToken } from './session-tokens.js';

/**
 * The person set a second factor up while their password was checked, which takes long. That ended their other sessions, so none may begin without it.
 * Both lock the password: the session waits for the factor, or it is stored before and ends.
 */
class SecondFactorSetUp extends Error {}

/** Signs a person in with a browser. If they have a second factor, they get a token for the next step instead of a session. */
@Injectable()
export class StartSession {
  constructor(
    private readonly database: Database,
    private readonly login: PasswordLogin,
    private readonly sessions: BegunSessions,
  ) {}

  /** @throws ApiError as fetchApiKey declares, secondFactorRequired */
  async execute({ caller, params, requestId }: CallOf<typeof startSession>): Promise<OutputOf<typeof startSession>> {
    if (!('host' in caller)) throw new Error('a visitor starts a session');
    const account = await this.login.execute({ caller, ...params, requestId });
    if (account.hasSecondFactor) throw await this.nextStep(account);
    const { organizationId, userId, passwordHash, deliveryEmail, organizationSettings } = account;
    const { userAgent, replaces } = params;
    const begun = await this.database
      .transaction(async (tx) => {
        const session = await this.sessions.begin(tx, organizationId, { userId, passwordHash, userAgent, replaces });
        if ((await secondFactorOf(tx, organizationId, userId))?.isActive === true) throw new SecondFactorSetUp();
        return session;
      })
      .catch(async (error: unknown) => {
        throw error instanceof SecondFactorSetUp ? await this.nextStep(account) : error;
      });
    if (begun === undefined) throw apiErrors.authenticationFailed();
    this.sessions.announce(organizationId, begun);
    const { token, lastsSeconds } = begun;
    const lacking = isSecondFactorRequired(organizationSettings) ? { lacksSecondFactor: true as const } : {};
    return { token, userId, email: deliveryEmail, lastsSeconds, ...lacking };
  }

  private async nextStep({ organizationId, userId, passwordHash }: LoggedInAccount): Promise<Error> {
    const stepToken = newToken();
    const isStored = await this.database.transaction(async (tx) => {
      const stored = await insertStep(tx, organizationId, { userId, digest: digestOfToken(stepToken), passwordHash });
      if (stored) await endOldSteps(tx, organizationId, userId);
      return stored;
    });
    return isStored ? apiErrors.secondFactorRequired({ stepToken, methods: SECOND_FACTOR_METHODS }) : apiErrors.authenticationFailed();
  }
}
