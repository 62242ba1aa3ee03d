import type { Role } from '@parley/contracts';
import { createAccount } from '@parley/contracts/organization';
import { findOrganization } from '../organizations/find-organization.js';
import type { Answer } from '../output/answer.js';
import { properties } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { findAccount } from './find-account.js';
import { newPassword } from './new-password.js';
import { roleName } from './role-names.js';

export interface NewUser {
  readonly organization: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  /** If undefined, a random password is generated and shown. Ignored for bots, which have none. */
  readonly password: string | undefined;
  /** If set, creates a bot that this user owns. */
  readonly botOwner: string | undefined;
}

/** Creates an account. Its API key and a generated password are shown only now. */
export class CreateUser {
  constructor(private readonly suite: RunningSuite) {}

  async execute({ organization: stringId, email, fullName, role, password: given, botOwner }: NewUser): Promise<Answer> {
    const organization = await findOrganization(this.suite, stringId);
    const botOwnerId = botOwner === undefined ? null : (await findAccount(this.suite, stringId, botOwner)).account.userId;
    const password = botOwnerId === null ? (given ?? newPassword()) : null;
    const created = await this.suite.callAsSystem(createAccount, {
      organizationId: organization.id,
      email,
      fullName,
      role,
      password,
      botOwnerId,
    });
    const isShown = given === undefined && password !== null;
    return {
      text: properties({
        'user id': String(created.userId),
        email: created.email,
        role: roleName(role),
        'API key': created.apiKey,
        ...(isShown ? { password } : {}),
      }),
      json: { user_id: created.userId, email: created.email, role, api_key: created.apiKey, ...(isShown ? { password } : {}) },
    };
  }
}
