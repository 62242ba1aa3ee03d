import type { Role } from '@parley/contracts';
import { setRole } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';
import { findAccount } from './find-account.js';
import { roleName } from './role-names.js';

export class SetRole {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, user: string, role: Role): Promise<Answer> {
    const { organization, account } = await findAccount(this.suite, stringId, user);
    await this.suite.callAsSystem(setRole, { organizationId: organization.id, userId: account.userId, role });
    return {
      text: `${account.fullName} (${account.deliveryEmail}) is ${roleName(role)} in ${organization.stringId}.`,
      json: { user_id: account.userId, role },
    };
  }
}
