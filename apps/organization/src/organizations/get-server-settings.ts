import { Inject, Injectable } from '@nestjs/common';
import { organizationIconUrl, organizationPicture } from '@parley/access';
import { apiErrors, type CallOf, FEATURE_LEVEL, type OutputOf, SERVER_VERSION } from '@parley/contracts';
import { enabledProviderKinds, type getServerSettings, isPasswordLoginEnabled, organizationSettings } from '@parley/contracts/organization';
import { renderDescription } from '@parley/markdown';
import { allOrganizations, Database, type OrganizationRecord, organizationByStringId } from '@parley/persistence';
import { CONFIG, OrganizationAddresses } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { type ProviderRecord, providersOf } from '../sign-in/identity-providers.repository.js';
import { SIGN_IN_PATH } from '../sign-in/provider-objects.js';

const INSTALLATION = 'Parley';

/**
 * What a client must know before the login. A bare host stands for the installation: the answer has the name of the organization if
 * there is only one. Its realm_url is always the requested host, because the client continues there and may not be able to reach the
 * organization's own host.
 */
@Injectable()
export class GetServerSettings {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    @Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'PARLEY_DEMO' | 'CELLS' | 'PUSH_SERVICES' | 'WEB_PUSH_PUBLIC_KEY'>,
  ) {}

  async execute({ caller: { host } }: CallOf<typeof getServerSettings>): Promise<OutputOf<typeof getServerSettings>> {
    const named = this.addresses.read(host);
    if (named.kind === 'unknown') throw apiErrors.unknownOrganization();
    // People sign in through a provider at the host of the organization only.
    if (named.kind === 'bare') return this.answer(await this.onlyOrganization(), this.addresses.urlOfHost(host), []);
    const organization = await organizationByStringId(this.database.direct, named.stringId);
    if (organization === undefined) throw apiErrors.unknownOrganization();
    return this.answer(organization, this.addresses.url(organization.stringId), await this.providers(organization));
  }

  private async onlyOrganization(): Promise<OrganizationRecord | undefined> {
    // The only one of a cell is not the only one of the installation.
    if (this.config.CELLS.length > 1) return undefined;
    const [only, another] = await allOrganizations(this.database.direct);
    return another === undefined ? only : undefined;
  }

  /** The settings say whether there are any, so that most organizations cost no further statement. */
  private async providers({ id, settings }: OrganizationRecord): Promise<ProviderRecord[]> {
    if (enabledProviderKinds(settings).length === 0) return [];
    return (await providersOf(this.database.direct, id)).filter((each) => each.isEnabled && !each.isDisabledByOperator);
  }

  private answer(
    organization: OrganizationRecord | undefined,
    url: string,
    providers: readonly ProviderRecord[],
  ): OutputOf<typeof getServerSettings> {
    const password = isPasswordLoginEnabled(organization?.settings ?? {});
    return {
      authentication_methods: {
        ...OTHER_METHODS,
        'openid connect': providers.some(({ kind }) => kind === 'oidc'),
        dev: this.config.PARLEY_DEMO,
        password,
        email: password,
      },
      external_authentication_methods: providers.map(externalMethod),
      zulip_version: SERVER_VERSION,
      zulip_merge_base: SERVER_VERSION,
      zulip_feature_level: FEATURE_LEVEL,
      service_feature_level: FEATURE_LEVEL,
      push_notifications_enabled: this.config.PUSH_SERVICES.length > 0,
      ...(this.config.PUSH_SERVICES.includes('web') && { web_push_public_key: this.config.WEB_PUSH_PUBLIC_KEY }),
      is_incompatible: false,
      email_auth_enabled: password,
      require_email_format_usernames: true,
      realm_url: url,
      realm_uri: url,
      realm_name: organization?.name ?? INSTALLATION,
      realm_icon: organization === undefined ? organizationIconUrl(INSTALLATION) : organizationPicture(organization, 'icon').url,
      realm_description: renderDescription(organization?.description ?? ''),
      realm_web_public_access_enabled: organizationSettings(organization?.settings ?? {}).enable_spectator_access,
    };
  }
}

function externalMethod({ id, kind, name }: ProviderRecord) {
  const url = `${SIGN_IN_PATH}/${id}`;
  return { name: `${kind}:${id}`, display_name: name, display_icon: null, login_url: url, signup_url: url };
}

const OTHER_METHODS = {
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  google: false,
  apple: false,
  saml: false,
} as const;
