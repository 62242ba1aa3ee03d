import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf, ROLES } from '@parley/contracts';
import { type deleteDomain, domainChanged, organizationSettings, organizationUpdated } from '@parley/contracts/organization';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { organizationById, type Tx } from '@parley/persistence';
import { domainsOf, liftRestrictionToDomains, removeDomain } from './domains.repository.js';
import { existingDomain } from './existing-domain.js';

/** DELETE /realm/domains/{domain}. Deleting the last domain lifts the restriction to domains, because no one could join otherwise. */
@Injectable()
export class DeleteDomain {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof deleteDomain>): Promise<OutputOf<typeof deleteDomain>> {
    if (caller.role !== ROLES.owner) throw apiErrors.ownersOnly();
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const domain = await existingDomain(tx, organizationId, params.domain);
      await removeDomain(tx, organizationId, domain.domain);
      log.append(domainChanged, { change: 'remove', domain });
      if ((await domainsOf(tx, organizationId)).length === 0) await liftRestriction(tx, log, organizationId);
    });
    return {};
  }
}

async function liftRestriction(tx: Tx, log: ChangeLog, organizationId: number): Promise<void> {
  const { emails_restricted_to_domains: isRestricted } = organizationSettings((await organizationById(tx, organizationId))?.settings ?? {});
  if (!isRestricted) return;
  await liftRestrictionToDomains(tx, organizationId);
  log.append(organizationUpdated, { changes: [{ property: 'emails_restricted_to_domains', value: false }] });
}
