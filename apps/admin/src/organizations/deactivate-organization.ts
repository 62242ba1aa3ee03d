import { deactivateOrganization } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';
import { findOrganization } from './find-organization.js';
import { organizationJson } from './organization-form.js';

/** Deactivates an organization. Its data stays. */
export class DeactivateOrganization {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string): Promise<Answer> {
    const organization = await findOrganization(this.suite, stringId);
    await this.suite.callAsSystem(deactivateOrganization, { organizationId: organization.id });
    return {
      text: `${organization.name} (${organization.stringId}) is deactivated. Its users are disconnected and can no longer log in.`,
      json: organizationJson({ ...organization, isDeactivated: true }),
    };
  }
}
