import { Injectable } from '@nestjs/common';
import { ApiError, type CallOf, type OutputOf } from '@parley/contracts';
import type { providerSignOutUrl } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { organizationOf } from '../organization-of.js';
import { providerById } from './identity-providers.repository.js';
import { OidcSignIn } from './oidc/oidc-sign-in.js';
import { providerOfSession } from './provider-sessions.repository.js';

/** Where a person who signs out here also signs out at their provider. A provider that fails keeps no person from signing out here. */
@Injectable()
export class ProviderSignOut {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly oidc: OidcSignIn,
  ) {}

  async execute({ caller }: CallOf<typeof providerSignOutUrl>): Promise<OutputOf<typeof providerSignOutUrl>> {
    if (!('userId' in caller) || caller.sessionId === undefined) return { url: null };
    const { organizationId, userId, sessionId } = caller;
    const { direct } = this.database;
    const providerId = await providerOfSession(direct, organizationId, userId, sessionId);
    const provider = providerId === undefined ? undefined : await providerById(direct, organizationId, providerId);
    if (provider === undefined) return { url: null };
    const { stringId } = await organizationOf(this.database.client, organizationId);
    try {
      return { url: await this.oidc.signOutUrl(organizationId, provider, `${this.addresses.url(stringId)}/`) };
    } catch (error) {
      if (error instanceof ApiError) return { url: null };
      throw error;
    }
  }
}
