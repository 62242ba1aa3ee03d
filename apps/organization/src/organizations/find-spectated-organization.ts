import { Injectable } from '@nestjs/common';
import { type CallOf, type findSpectatedOrganization, type OutputOf, organizationSettings } from '@parley/contracts';
import { allOrganizations, Database, type OrganizationRecord, organizationByStringId } from '@parley/persistence';
import { OrganizationAddresses } from '../addresses/organization-addresses.js';

/** On a bare host: the installation's only organization. One that is closed lets nobody look. */
@Injectable()
export class FindSpectatedOrganization {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute({ caller }: CallOf<typeof findSpectatedOrganization>): Promise<OutputOf<typeof findSpectatedOrganization>> {
    const organization = 'host' in caller ? await this.organizationAt(caller.host) : undefined;
    if (organization === undefined || organization.deactivatedAt !== null) return { organizationId: null };
    return { organizationId: organizationSettings(organization.settings).enable_spectator_access ? organization.id : null };
  }

  private async organizationAt(host: string): Promise<OrganizationRecord | undefined> {
    const named = this.addresses.read(host);
    if (named.kind === 'organization') return organizationByStringId(this.database.client, named.stringId);
    const [only, another] = named.kind === 'bare' ? await allOrganizations(this.database.client) : [];
    return another === undefined ? only : undefined;
  }
}
