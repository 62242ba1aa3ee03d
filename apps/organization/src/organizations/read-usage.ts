import { Injectable } from '@nestjs/common';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import { type readUsage, shownQuotas } from '@parley/contracts/organization';
import { Database, organizationById } from '@parley/persistence';
import { usageOf } from './usage.repository.js';

/** What an organization uses, for the operator. */
@Injectable()
export class ReadUsage {
  constructor(private readonly database: Database) {}

  /** @throws unknownOrganization */
  async execute({ organizationId }: InputOf<typeof readUsage>): Promise<OutputOf<typeof readUsage>> {
    const organization = await organizationById(this.database.direct, organizationId);
    if (organization === undefined) throw apiErrors.unknownOrganization();
    return { ...(await usageOf(this.database.direct, organizationId)), ...shownQuotas(organization.settings) };
  }
}
