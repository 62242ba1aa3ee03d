import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { isSecondFactorRequired, SECOND_FACTOR_METHODS, type startSession } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { type LoggedInAccount, PasswordLogin } from '../credentials/password-login.js';
import { endOldSteps, insertStep } from '../credentials/sign-in-steps.repository.js';
import { BegunSessions } from './begun-sessions.js';
import { digestOfToken, newToken } from './session-tokens.js';

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
    const begun = await this.database.transaction((tx) =>
      this.sessions.begin(tx, organizationId, { userId, passwordHash, userAgent, replaces }),
    );
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
