import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { Database, type OrganizationRecord, organizationByStringId } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { type ProviderRecord, providerById } from './identity-providers.repository.js';

/** An enabled provider of the organization at whose host a visitor is. */
@Injectable()
export class SigningOrganization {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  /** A provider of another organization is answered like one that does not exist. @throws unknownOrganization, organizationDeactivated, noSuchProvider */
  async of(host: string, providerId: string): Promise<{ organization: OrganizationRecord; provider: ProviderRecord }> {
    const named = this.addresses.read(host);
    const { direct } = this.database;
    const organization = named.kind === 'organization' ? await organizationByStringId(direct, named.stringId) : undefined;
    if (organization === undefined) throw apiErrors.unknownOrganization();
    if (organization.deactivatedAt !== null) throw apiErrors.organizationDeactivated();
    const provider = await providerById(direct, organization.id, providerId);
    if (provider === undefined || !provider.isEnabled || provider.isDisabledByOperator) throw apiErrors.noSuchProvider();
    return { organization, provider };
  }
}
