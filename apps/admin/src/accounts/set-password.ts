import { setPassword } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';
import { findAccount } from './find-account.js';
import { newPassword } from './new-password.js';

/** Sets the given password, or a random one that is shown only now. The API key does not change. */
export class SetPassword {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, user: string, given: string | undefined): Promise<Answer> {
    const { organization, account } = await findAccount(this.suite, stringId, user);
    const password = given ?? newPassword();
    await this.suite.callAsSystem(setPassword, { organizationId: organization.id, userId: account.userId, password });
    const shown = given === undefined ? { password } : {};
    return {
      text: `${account.fullName} (${account.deliveryEmail}) has a new password in ${organization.stringId}${given === undefined ? `: ${password}` : '.'}`,
      json: { user_id: account.userId, ...shown },
    };
  }
}
