import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, enforce, type OutputOf } from '@parley/contracts';
import { type createDomain, domainChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { domainNameRefusal } from './domain-name.js';
import { checkMayChangeDomains, domainObjects } from './domain-objects.js';

const MAX_DOMAINS = 200;

/** POST /realm/domains */
@Injectable()
export class CreateDomain {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof createDomain>): Promise<OutputOf<typeof createDomain>> {
    checkMayChangeDomains(caller);
    const { organizationId } = caller;
    const domain = params.domain.trim().toLowerCase();
    enforce(domainNameRefusal(domain));
    await this.eventLog.change(organizationId, async (tx, log) => {
      const known = await domainObjects(tx, organizationId);
      if (known.some((one) => one.domain === domain)) throw apiErrors.domainExists({ domain });
      if (known.length >= MAX_DOMAINS) throw apiErrors.tooManyDomains({ limit: MAX_DOMAINS });
      const { allow_subdomains } = params;
      await tx.organizationDomain.create({ data: { organizationId, domain, allowSubdomains: allow_subdomains } });
      log.append(domainChanged, { change: 'add', domain: { domain, allow_subdomains } });
    });
    return {};
  }
}
