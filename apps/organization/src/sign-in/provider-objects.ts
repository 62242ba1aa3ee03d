import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import type { createIdentityProvider } from '@parley/contracts/organization';
import type { OrganizationRecord } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import type { ProviderRecord } from './identity-providers.repository.js';

/** Below it are the pages of each provider. */
export const SIGN_IN_PATH = '/accounts/login/sso';

type ProviderObject = OutputOf<typeof createIdentityProvider>;

/** Providers in the form that owners see, and their addresses here. */
@Injectable()
export class ProviderObjects {
  constructor(private readonly addresses: OrganizationAddresses) {}

  of(organization: Pick<OrganizationRecord, 'stringId'>, provider: ProviderRecord, linked = 0): ProviderObject {
    const login = this.loginUrl(organization, provider.id);
    return {
      id: provider.id,
      kind: provider.kind,
      name: provider.name,
      is_enabled: provider.isEnabled,
      is_disabled_by_operator: provider.isDisabledByOperator,
      config: provider.settings,
      has_secret: provider.sealed !== null,
      login_url: login,
      redirect_url: this.redirectUrl(organization, provider.id),
      logout_url: `${login}/logout`,
      linked_accounts: linked,
    };
  }

  redirectUrl(organization: Pick<OrganizationRecord, 'stringId'>, id: string): string {
    return `${this.loginUrl(organization, id)}/callback`;
  }

  private loginUrl({ stringId }: Pick<OrganizationRecord, 'stringId'>, id: string): string {
    return `${this.addresses.url(stringId)}${SIGN_IN_PATH}/${id}`;
  }
}
