import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { callersChanged, type removeTotp } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import { FreshProof, sessionOf } from '../credentials/fresh-proof.js';
import { deleteSecondFactor } from '../credentials/second-factors.repository.js';
import { SecondFactorMails } from './second-factor-mails.js';

/** The person goes without an authenticator app. If the organization requires a second factor, their sessions must set one up again. */
@Injectable()
export class RemoveTotp {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly proof: FreshProof,
    private readonly mails: SecondFactorMails,
  ) {}

  async execute({ caller }: CallOf<typeof removeTotp>): Promise<OutputOf<typeof removeTotp>> {
    const { userId } = sessionOf(caller);
    const { organizationId } = caller;
    await this.proof.check(caller, { ofAll: true });
    await this.eventLog.change(organizationId, async (tx, log) => {
      if (!(await deleteSecondFactor(tx, organizationId, userId))) throw apiErrors.noSecondFactor();
      await this.mails.enqueue({ tx, log, organizationId }, userId, 'removed');
    });
    this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
    return {};
  }
}
