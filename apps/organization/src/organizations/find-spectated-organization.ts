import { Inject, Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import { type findSpectatedOrganization, organizationSettings } from '@parley/contracts/organization';
import { allOrganizations, Database, type OrganizationRecord, organizationByStringId } from '@parley/persistence';
import { CONFIG, OrganizationAddresses } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { OrganizationsRepository } from './organizations.repository.js';

/**
 * The organization that a visitor who is not logged in may look at. On a bare host: the only organization of the installation. None if
 * it is deactivated, disabled spectator access, or has no web-public channel.
 */
@Injectable()
export class FindSpectatedOrganization {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly organizations: OrganizationsRepository,
    @Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'CELLS'>,
  ) {}

  async execute({ caller }: CallOf<typeof findSpectatedOrganization>): Promise<OutputOf<typeof findSpectatedOrganization>> {
    const organization = 'host' in caller ? await this.organizationAt(caller.host) : undefined;
    if (organization === undefined || organization.deactivatedAt !== null) return { organizationId: null };
    const isOpen =
      organizationSettings(organization.settings).enable_spectator_access &&
      (await this.organizations.hasWebPublicChannel(this.database.client, organization.id));
    return { organizationId: isOpen ? organization.id : null };
  }

  private async organizationAt(host: string): Promise<OrganizationRecord | undefined> {
    const named = this.addresses.read(host);
    if (named.kind === 'organization') return organizationByStringId(this.database.direct, named.stringId);
    // The only one of a cell is not the only one of the installation.
    const [only, another] = named.kind === 'bare' && this.config.CELLS.length <= 1 ? await allOrganizations(this.database.direct) : [];
    return another === undefined ? only : undefined;
  }
}
