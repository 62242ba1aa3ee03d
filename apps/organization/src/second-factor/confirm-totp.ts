import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { callersChanged, type confirmTotp } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import type { Change } from '../change.js';
import { endOtherSessionsOf } from '../credentials/browser-sessions.repository.js';
import { sessionOf } from '../credentials/fresh-proof.js';
import { digestOfRecoveryCode, newRecoveryCodes } from '../credentials/recovery-codes.js';
import { SecondFactorCodes, totpCodeIn } from '../credentials/second-factor-codes.js';
import { activateTotp, putRecoveryCodes, secondFactorOf } from '../credentials/second-factors.repository.js';
import { recordProof } from '../credentials/session-proofs.repository.js';
import { endStepsOf, lockOutSignIns } from '../credentials/sign-in-steps.repository.js';
import { timeStepOf } from '../credentials/totp.js';
import { SecondFactorMails } from './second-factor-mails.js';

/**
 * The first code of an authenticator app makes it the second factor. Other sessions end, because they began with a password alone, or with an app that is
 * no longer used. The recovery codes are new too.
 */
@Injectable()
export class ConfirmTotp {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly codes: SecondFactorCodes,
    private readonly mails: SecondFactorMails,
  ) {}

  async execute({ caller, params }: CallOf<typeof confirmTotp>): Promise<OutputOf<typeof confirmTotp>> {
    const session = sessionOf(caller);
    const { organizationId } = caller;
    const codes = await this.eventLog.change(organizationId, (tx, log) =>
      this.confirm({ tx, log, organizationId }, session, params.totp_code),
    );
    this.bus.publish(callersChanged, { organizationId, userIds: [session.userId] });
    return { recovery_codes: codes };
  }

  private async confirm(
    change: Change,
    session: { readonly userId: number; readonly sessionId: string },
    given: string,
  ): Promise<string[]> {
    const { tx, organizationId } = change;
    const { userId, sessionId } = session;
    await lockOutSignIns(tx, organizationId, userId);
    const pending = (await secondFactorOf(tx, organizationId, userId))?.pendingSealed ?? null;
    if (pending === null) throw apiErrors.noTotpSetup();
    const code = totpCodeIn(given);
    const secret = this.codes.opened(organizationId, userId, pending);
    if (secret === undefined) throw apiErrors.noTotpSetup();
    const step = code === undefined ? undefined : timeStepOf(secret, code);
    if (step === undefined) throw apiErrors.wrongSetupCode();
    if (!(await activateTotp(tx, organizationId, userId, { pending, step }))) throw apiErrors.noTotpSetup();
    const codes = newRecoveryCodes();
    await putRecoveryCodes(
      tx,
      organizationId,
      userId,
      codes.flatMap((each) => digestOfRecoveryCode(each) ?? []),
    );
    await endOtherSessionsOf(tx, organizationId, userId, sessionId);
    await endStepsOf(tx, organizationId, userId);
    await recordProof(tx, organizationId, session);
    await this.mails.enqueue(change, userId, 'set-up');
    return codes;
  }
}
