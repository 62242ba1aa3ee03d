import { setCanCreateUsers } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';
import { findAccount } from './find-account.js';

export class LetCreateUsers {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, user: string, isAllowed: boolean): Promise<Answer> {
    const { organization, account } = await findAccount(this.suite, stringId, user);
    await this.suite.callAsSystem(setCanCreateUsers, { organizationId: organization.id, userId: account.userId, isAllowed });
    const may = isAllowed ? 'may make accounts for other people' : 'may no longer make accounts for other people';
    return {
      text: `${account.fullName} (${account.deliveryEmail}) ${may} in ${organization.stringId}.`,
      json: { user_id: account.userId, can_create_users: isAllowed },
    };
  }
}
