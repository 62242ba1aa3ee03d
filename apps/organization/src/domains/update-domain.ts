import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf, ROLES } from '@parley/contracts';
import { domainChanged, type updateDomain } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { changeDomain } from './domains.repository.js';
import { existingDomain } from './existing-domain.js';

/** PATCH /realm/domains/{domain} */
@Injectable()
export class UpdateDomain {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof updateDomain>): Promise<OutputOf<typeof updateDomain>> {
    if (caller.role !== ROLES.owner) throw apiErrors.ownersOnly();
    const { organizationId } = caller;
    const { allow_subdomains } = params;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const found = await existingDomain(tx, organizationId, params.domain);
      if (found.allow_subdomains === allow_subdomains) return;
      await changeDomain(tx, organizationId, { domain: found.domain, allow_subdomains });
      log.append(domainChanged, { change: 'change', domain: { domain: found.domain, allow_subdomains } });
    });
    return {};
  }
}
