import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { listIdentityProviders } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { organizationOf } from '../organization-of.js';
import { linkedAccounts, providersOf } from './identity-providers.repository.js';
import { refuseOthers } from './owners.js';
import { ProviderObjects } from './provider-objects.js';

@Injectable()
export class ListIdentityProviders {
  constructor(
    private readonly database: Database,
    private readonly objects: ProviderObjects,
  ) {}

  async execute({ caller }: CallOf<typeof listIdentityProviders>): Promise<OutputOf<typeof listIdentityProviders>> {
    refuseOthers(caller);
    const { organizationId } = caller;
    const { direct } = this.database;
    const organization = await organizationOf(this.database.client, organizationId);
    const linked = await linkedAccounts(direct, organizationId);
    const providers = await providersOf(direct, organizationId);
    return { identity_providers: providers.map((provider) => this.objects.of(organization, provider, linked.get(provider.id))) };
  }
}
