import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { renewRecoveryCodes } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { FreshProof, sessionOf } from '../credentials/fresh-proof.js';
import { digestOfRecoveryCode, newRecoveryCodes } from '../credentials/recovery-codes.js';
import { putRecoveryCodes, secondFactorOf } from '../credentials/second-factors.repository.js';

@Injectable()
export class RenewRecoveryCodes {
  constructor(
    private readonly eventLog: EventLog,
    private readonly proof: FreshProof,
  ) {}

  async execute({ caller }: CallOf<typeof renewRecoveryCodes>): Promise<OutputOf<typeof renewRecoveryCodes>> {
    const { userId } = sessionOf(caller);
    const { organizationId } = caller;
    await this.proof.check(caller, { ofAll: true });
    const codes = newRecoveryCodes();
    const digests = codes.flatMap((each) => digestOfRecoveryCode(each) ?? []);
    await this.eventLog.change(organizationId, async (tx) => {
      if ((await secondFactorOf(tx, organizationId, userId))?.isActive !== true) throw apiErrors.noSecondFactor();
      await putRecoveryCodes(tx, organizationId, userId, digests);
    });
    return { recovery_codes: codes };
  }
}
