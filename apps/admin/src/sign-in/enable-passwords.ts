import { enablePasswordLogin } from '@parley/contracts/organization';
import { findOrganization } from '../organizations/find-organization.js';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';

export class EnablePasswords {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string): Promise<Answer> {
    const { id } = await findOrganization(this.suite, stringId);
    await this.suite.callAsSystem(enablePasswordLogin, { organizationId: id });
    return { text: `People of ${stringId} can sign in with passwords.`, json: { passwords: true } };
  }
}
