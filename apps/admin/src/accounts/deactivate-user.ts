import { deactivateAccount } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';
import { findAccount } from './find-account.js';

/** Deactivates an account and the bots it owns. */
export class DeactivateUser {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, user: string): Promise<Answer> {
    const { organization, account } = await findAccount(this.suite, stringId, user);
    await this.suite.callAsSystem(deactivateAccount, { organizationId: organization.id, userId: account.userId });
    return {
      text: `${account.fullName} (${account.deliveryEmail}) is deactivated in ${organization.stringId}.`,
      json: { user_id: account.userId, is_active: false },
    };
  }
}
