import { allowProvider } from '@parley/contracts/organization';
import { findOrganization } from '../organizations/find-organization.js';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';

export class AllowProvider {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, providerId: string, isAllowed: boolean): Promise<Answer> {
    const { id } = await findOrganization(this.suite, stringId);
    await this.suite.callAsSystem(allowProvider, { organizationId: id, providerId, isAllowed });
    const may = isAllowed ? 'may sign in' : 'may no longer sign in';
    return { text: `People of ${stringId} ${may} through ${providerId}.`, json: { id: providerId, is_disabled_by_operator: !isAllowed } };
  }
}
