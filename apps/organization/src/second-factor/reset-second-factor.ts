import { Injectable } from '@nestjs/common';
import { userById, visibleUser } from '@parley/access';
import { apiErrors, type CallOf, enforce, type OutputOf } from '@parley/contracts';
import { callersChanged, type resetSecondFactor } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { takeoverRefusal } from '../accounts/account-administration.policy.js';
import { endSessionsOf } from '../credentials/browser-sessions.repository.js';
import { FreshProof } from '../credentials/fresh-proof.js';
import { deleteSecondFactor } from '../credentials/second-factors.repository.js';
import { endStepsOf } from '../credentials/sign-in-steps.repository.js';
import { SecondFactorMails } from './second-factor-mails.js';

/** An administrator, or the operator, removes the second factor of a person who lost it. The person is told by mail, and signs in again. */
@Injectable()
export class ResetSecondFactor {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly proof: FreshProof,
    private readonly mails: SecondFactorMails,
  ) {}

  async execute({ caller, params }: CallOf<typeof resetSecondFactor>): Promise<OutputOf<typeof resetSecondFactor>> {
    await this.proof.check(caller, { ofAll: true });
    await this.reset(caller.organizationId, params.user_id, async (tx) => {
      const user = await visibleUser(tx, caller, params.user_id);
      if (user === undefined || user.isBot) throw apiErrors.noSuchUser();
      enforce(takeoverRefusal(caller, user));
    });
    return {};
  }

  /** For the operator. @throws noSuchUser, noSecondFactor */
  async byOperator(organizationId: number, userId: number): Promise<void> {
    await this.reset(organizationId, userId, async (tx) => {
      const user = await userById(tx, organizationId, userId);
      if (user === undefined || user.isBot) throw apiErrors.noSuchUser();
    });
  }

  private async reset(organizationId: number, userId: number, check: (tx: Tx) => Promise<void>): Promise<void> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      await check(tx);
      if (!(await deleteSecondFactor(tx, organizationId, userId))) throw apiErrors.noSecondFactor();
      await endSessionsOf(tx, organizationId, userId);
      await endStepsOf(tx, organizationId, userId);
      await this.mails.enqueue({ tx, log, organizationId }, userId, 'reset');
    });
    this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
  }
}
