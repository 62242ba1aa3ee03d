import { Injectable } from '@nestjs/common';
import { type CallOf } from '@parley/contracts';
import { callersChanged, type endProviderSessions } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { accountOfIdentity } from './linked-identities.repository.js';
import { LogoutTokens } from './oidc/logout-tokens.js';
import { oidcSettingsOf } from './oidc/oidc-settings.js';
import { ProviderSecrets } from './provider-secrets.js';
import { endSessionsOfProvider } from './provider-sessions.repository.js';
import { SigningOrganization } from './signing-organization.js';

/**
 * A provider says that a person signed out. Only sessions that began before the token was made end, so that a token that is sent again ends no later
 * session.
 */
@Injectable()
export class EndProviderSessions {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly signing: SigningOrganization,
    private readonly secrets: ProviderSecrets,
    private readonly tokens: LogoutTokens,
  ) {}

  async execute({ caller, params }: CallOf<typeof endProviderSessions>): Promise<Record<string, never>> {
    if (!('host' in caller)) throw new Error('a provider calls like a visitor');
    const { organization, provider } = await this.signing.of(caller.host, params.providerId);
    const secret = this.secrets.open(organization.id, provider);
    const { sub, sid, iat } = await this.tokens.read(oidcSettingsOf(provider), secret, params.logoutToken);
    const { direct } = this.database;
    const name = { providerId: provider.id, subject: sub ?? '' };
    const account = sub === undefined ? undefined : await accountOfIdentity(direct, organization.id, name);
    // A person who never signed in here has nothing that could end.
    if (sub !== undefined && account === undefined) return {};
    const ended = await endSessionsOfProvider(direct, organization.id, {
      providerId: provider.id,
      userId: account?.userId,
      providerSession: sid,
      // Times of tokens are in whole seconds.
      before: iat + 1,
    });
    if (ended.length > 0) this.bus.publish(callersChanged, { organizationId: organization.id, userIds: ended });
    return {};
  }
}
