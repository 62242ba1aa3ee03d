import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, enforce, type OutputOf, ROLES } from '@parley/contracts';
import { type createDomain, domainChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { domainNameRefusal } from './domain-name.js';
import { domainsOf, insertDomain } from './domains.repository.js';

const MAX_DOMAINS = 200;

/** POST /realm/domains */
@Injectable()
export class CreateDomain {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof createDomain>): Promise<OutputOf<typeof createDomain>> {
    if (caller.role !== ROLES.owner) throw apiErrors.ownersOnly();
    const { organizationId } = caller;
    const domain = params.domain.trim().toLowerCase();
    enforce(domainNameRefusal(domain));
    await this.eventLog.change(organizationId, async (tx, log) => {
      const known = await domainsOf(tx, organizationId);
      if (known.some((one) => one.domain === domain)) throw apiErrors.domainExists({ domain });
      if (known.length >= MAX_DOMAINS) throw apiErrors.tooManyDomains({ limit: MAX_DOMAINS });
      const { allow_subdomains } = params;
      await insertDomain(tx, organizationId, { domain, allow_subdomains });
      log.append(domainChanged, { change: 'add', domain: { domain, allow_subdomains } });
    });
    return {};
  }
}
