import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { type createIdentityProvider, MAX_PROVIDERS } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { FreshProof } from '../credentials/fresh-proof.js';
import { organizationOf } from '../organization-of.js';
import { checkProvider } from './check-provider.js';
import { countProviders, insertProvider } from './identity-providers.repository.js';
import { existingProvider, refuseOthers } from './owners.js';
import { ProviderObjects } from './provider-objects.js';
import { ProviderSecrets } from './provider-secrets.js';
import { SignInMethods } from './sign-in-methods.js';

@Injectable()
export class CreateIdentityProvider {
  constructor(
    private readonly eventLog: EventLog,
    private readonly proof: FreshProof,
    private readonly secrets: ProviderSecrets,
    private readonly methods: SignInMethods,
    private readonly objects: ProviderObjects,
  ) {}

  async execute({ caller, params }: CallOf<typeof createIdentityProvider>): Promise<OutputOf<typeof createIdentityProvider>> {
    refuseOthers(caller);
    await this.proof.check(caller);
    const { organizationId } = caller;
    const { kind, name, secret = '', is_enabled: isEnabled } = params;
    return this.eventLog.change(organizationId, async (tx, log) => {
      const settings = await checkProvider(tx, organizationId, kind, params.config);
      if ((await countProviders(tx, organizationId)) >= MAX_PROVIDERS) throw apiErrors.tooManyProviders({ limit: MAX_PROVIDERS });
      const id = randomUUID();
      const sealed = this.secrets.seal(organizationId, id, secret);
      await insertProvider(tx, organizationId, { id, kind, name, isEnabled, settings, sealed });
      await this.methods.refresh({ tx, log, organizationId });
      const organization = await organizationOf(tx, organizationId);
      return this.objects.of(organization, await existingProvider(tx, organizationId, id));
    });
  }
}
