import { reactivateAccount } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';
import { findAccount } from './find-account.js';

/** Reactivates a deactivated account. The bots it owns stay deactivated. */
export class ReactivateUser {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, user: string): Promise<Answer> {
    const { organization, account } = await findAccount(this.suite, stringId, user);
    await this.suite.callAsSystem(reactivateAccount, { organizationId: organization.id, userId: account.userId });
    return {
      text: `${account.fullName} (${account.deliveryEmail}) is active in ${organization.stringId}.`,
      json: { user_id: account.userId, is_active: true },
    };
  }
}
