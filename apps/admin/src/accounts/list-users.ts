import { listAccounts } from '@parley/contracts/organization';
import { findOrganization } from '../organizations/find-organization.js';
import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import type { Account } from './find-account.js';
import { roleName } from './role-names.js';

export class ListUsers {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string): Promise<Answer> {
    const { id } = await findOrganization(this.suite, stringId);
    const { accounts } = await this.suite.callAsSystem(listAccounts, { organizationId: id });
    return { text: table(['user id', 'name', 'email', 'role', 'state'], accounts.map(row)), json: accounts.map(toJson) };
  }
}

function row({ userId, fullName, deliveryEmail, role, isBot, isActive }: Account): string[] {
  return [String(userId), fullName, deliveryEmail, isBot ? `${roleName(role)}, bot` : roleName(role), isActive ? 'active' : 'deactivated'];
}

function toJson(account: Account) {
  return {
    user_id: account.userId,
    full_name: account.fullName,
    email: account.email,
    delivery_email: account.deliveryEmail,
    role: account.role,
    is_bot: account.isBot,
    bot_owner_id: account.botOwnerId,
    is_active: account.isActive,
  };
}
