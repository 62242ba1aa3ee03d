import { removeSecondFactor } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';
import { findAccount } from './find-account.js';

/** For a person who lost their second factor: their password alone signs in again, their sessions end, and they are told by mail. */
export class ResetSecondFactor {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, user: string): Promise<Answer> {
    const { organization, account } = await findAccount(this.suite, stringId, user);
    await this.suite.callAsSystem(removeSecondFactor, { organizationId: organization.id, userId: account.userId });
    return {
      text: `${account.fullName} (${account.deliveryEmail}) has no second factor any more in ${organization.stringId}.`,
      json: { user_id: account.userId },
    };
  }
}
