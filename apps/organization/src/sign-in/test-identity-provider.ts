import { Injectable } from '@nestjs/common';
import { ApiError, type CallOf, type OutputOf } from '@parley/contracts';
import type { testIdentityProvider } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { organizationOf } from '../organization-of.js';
import { oidcSettingsOf } from './oidc/oidc-settings.js';
import { TestOidc } from './oidc/test-oidc.js';
import { existingProvider, refuseOthers } from './owners.js';
import { ProviderObjects } from './provider-objects.js';
import { ProviderSecrets } from './provider-secrets.js';

@Injectable()
export class TestIdentityProvider {
  constructor(
    private readonly database: Database,
    private readonly secrets: ProviderSecrets,
    private readonly objects: ProviderObjects,
    private readonly oidc: TestOidc,
  ) {}

  async execute({ caller, params }: CallOf<typeof testIdentityProvider>): Promise<OutputOf<typeof testIdentityProvider>> {
    refuseOthers(caller);
    const { organizationId } = caller;
    const provider = await existingProvider(this.database.direct, organizationId, params.provider_id);
    const organization = await organizationOf(this.database.client, organizationId);
    let secret: string | undefined;
    try {
      secret = this.secrets.open(organizationId, provider);
    } catch (error) {
      if (error instanceof ApiError) return { problems: [{ field: 'secret', problem: 'It must be entered again.' }] };
      throw error;
    }
    const redirectUrl = this.objects.redirectUrl(organization, provider.id);
    return { problems: await this.oidc.execute(oidcSettingsOf(provider), secret, redirectUrl) };
  }
}
