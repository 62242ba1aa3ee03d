import { reactivateOrganization } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';
import { findOrganization } from './find-organization.js';
import { organizationJson } from './organization-form.js';

/** Reactivates a deactivated organization. */
export class ReactivateOrganization {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string): Promise<Answer> {
    const organization = await findOrganization(this.suite, stringId);
    await this.suite.callAsSystem(reactivateOrganization, { organizationId: organization.id });
    return {
      text: `${organization.name} (${organization.stringId}) is active.`,
      json: organizationJson({ ...organization, isDeactivated: false }),
    };
  }
}
