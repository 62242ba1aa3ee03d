import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type InputOf, type OutputOf } from '@parley/contracts';
import type { finishSignIn } from '@parley/contracts/organization';
import { Database, type Tx } from '@parley/persistence';
import { NoteLogin } from '../audit/note-login.js';
import { SecondFactorCodes } from '../credentials/second-factor-codes.js';
import { countWrongCode, endStep, lockPassword, lockStep, type SignInStep } from '../credentials/sign-in-steps.repository.js';
import { SecondFactorMails } from '../second-factor/second-factor-mails.js';
import { type Begun, BegunSessions } from './begun-sessions.js';
import { OpenSteps } from './open-steps.js';

/** `guessed`: the last of the wrong codes that a step allows. */
type Outcome = Begun | 'wrong' | 'guessed' | 'over';

/** The second step of a sign-in: a code begins the session, and ends the step. */
@Injectable()
export class FinishSignIn {
  constructor(
    private readonly database: Database,
    private readonly steps: OpenSteps,
    private readonly codes: SecondFactorCodes,
    private readonly sessions: BegunSessions,
    private readonly noteLogin: NoteLogin,
    private readonly mails: SecondFactorMails,
  ) {}

  /** @throws signInStepEnded, wrongCode, unknownOrganization */
  async execute({ caller, params, requestId }: CallOf<typeof finishSignIn>): Promise<OutputOf<typeof finishSignIn>> {
    const step = await this.steps.of(caller, params.stepToken);
    const { organizationId, userId, deliveryEmail } = step;
    const outcome = await this.database.transaction((tx) => this.decide(tx, step, params));
    if (outcome === 'over') throw apiErrors.signInStepEnded();
    const address = ('address' in caller ? caller.address : undefined) ?? null;
    const note = (isSuccessful: boolean) => this.noteLogin.execute(organizationId, { isSuccessful, userId, address, requestId });
    if (outcome === 'wrong' || outcome === 'guessed') {
      await note(false);
      if (outcome === 'guessed') await this.mails.enqueueGuessed(organizationId, userId);
      throw apiErrors.wrongCode();
    }
    this.sessions.announce(organizationId, outcome);
    await note(true);
    return { token: outcome.token, userId, email: deliveryEmail, lastsSeconds: outcome.lastsSeconds };
  }

  /** The password is locked first, as by what changes it, so that the two never wait for each other. */
  private async decide(tx: Tx, { id, organizationId, userId }: SignInStep, given: InputOf<typeof finishSignIn>): Promise<Outcome> {
    const passwordHash = await lockPassword(tx, organizationId, userId);
    if (passwordHash === undefined || !(await lockStep(tx, organizationId, id))) return 'over';
    if (!(await this.codes.use(tx, organizationId, userId, given.code))) {
      return (await countWrongCode(tx, organizationId, id)) ? 'guessed' : 'wrong';
    }
    await endStep(tx, organizationId, id);
    const { userAgent, replaces } = given;
    return (await this.sessions.begin(tx, organizationId, { userId, passwordHash, userAgent, replaces })) ?? 'over';
  }
}
