import { ApiError, type Caller, SYSTEM_VISITOR } from '@parley/contracts';
import { confirmTotp, finishSignIn, startSession, startTotp, verifySessions } from '@parley/contracts/organization';
import { generateSync } from 'otplib';
import type { MadeAccount, MadeOrganization, OrganizationSuite } from './organization-suite.js';

const PERIOD_SECONDS = 30;

/** What an authenticator app shows, or showed some steps of time before. */
export function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * PERIOD_SECONDS });
}

export interface Enrolled {
  readonly person: MadeAccount;
  /** In the session in which the app was set up. */
  readonly caller: Caller;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** People who sign in with a browser, some with a second factor. */
export class TwoSteps {
  constructor(
    readonly suite: OrganizationSuite,
    readonly organization: MadeOrganization,
  ) {}

  visitor({ host } = this.organization) {
    return { host, clientName: 'tests', address: '192.0.2.7' };
  }

  begin({ deliveryEmail, password }: Pick<MadeAccount, 'deliveryEmail' | 'password'>, organization = this.organization) {
    const given = { username: deliveryEmail, password: password ?? '', userAgent: 'tests' };
    return this.suite.stores.rpc.call(startSession, given, this.visitor(organization));
  }

  finish(stepToken: string, code: string, organization = this.organization) {
    return this.suite.stores.rpc.call(finishSignIn, { stepToken, code, userAgent: 'tests' }, this.visitor(organization));
  }

  /** The token of the second step of a person who has a second factor. */
  async step(person: MadeAccount): Promise<string> {
    const error = await this.begin(person).catch((reason: unknown) => reason);
    if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') throw error;
    return String(error.fields.step_token);
  }

  async callerOf(token: string): Promise<Caller> {
    const sessions = [{ host: this.organization.host, token }];
    const { answers } = await this.suite.stores.rpc.call(verifySessions, { sessions }, SYSTEM_VISITOR);
    const [answer] = answers;
    if (answer === undefined || !('identity' in answer)) throw new Error(`the session is not open: ${JSON.stringify(answer)}`);
    return { ...answer.identity, clientName: 'tests' };
  }

  async signedIn(person: MadeAccount): Promise<Caller> {
    return this.callerOf((await this.begin(person)).token);
  }

  async enrolled(given?: MadeAccount): Promise<Enrolled> {
    const person = given ?? (await this.suite.account(this.organization));
    const caller = await this.signedIn(person);
    const { secret } = await this.suite.stores.rpc.call(startTotp, {}, caller);
    const { recovery_codes: recoveryCodes } = await this.suite.stores.rpc.call(confirmTotp, { totp_code: codeOf(secret) }, caller);
    await this.forgetUsedCodes(person);
    return { person, caller, secret, recoveryCodes };
  }

  /** As if time had passed since the last code. */
  async forgetUsedCodes({ userId }: MadeAccount): Promise<void> {
    await this.suite.stores.database.client.$executeRaw`
      UPDATE second_factor SET totp_last_step = NULL WHERE organization_id = ${this.organization.id} AND user_id = ${userId}`;
  }

  /** As if the person had signed in, and confirmed that it is them, a while ago. */
  async age({ organizationId, sessionId = '' }: Caller, minutes = 11): Promise<void> {
    await this.suite.stores.database.client.$executeRaw`
      UPDATE browser_session SET created_at = created_at - make_interval(mins => ${minutes}), proved_at = proved_at - make_interval(mins => ${minutes})
      WHERE organization_id = ${organizationId} AND id = ${sessionId}::uuid`;
  }

  /** `success`, or the code of the refusal. */
  outcome(work: Promise<unknown>): Promise<string> {
    return work.then(
      () => 'success',
      (error: unknown) => (error instanceof ApiError ? error.code : Promise.reject(error)),
    );
  }
}
