import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors } from '@parley/contracts';
import { Runtime } from '@parley/runtime';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import type { ProviderRecord } from '../identity-providers.repository.js';
import type { ProvenIdentity } from '../proven-identity.js';
import { ProviderSecrets } from '../provider-secrets.js';
import type { Flow } from '../sign-in-flows.js';
import { identityOf, mergedClaims } from './oidc-claims.js';
import { OidcClient, problemOf, providerFailed } from './oidc-client.js';
import { type OidcSettings, oidcSettingsOf, scopesOf } from './oidc-settings.js';

type Secrets = Pick<Flow, 'nonce' | 'codeVerifier'>;
type Claims = Readonly<Record<string, unknown>>;
/** Sign-ins of one organization that may wait for its providers in one process, so that a provider that hangs holds up no others. */
const MAX_UNDER_WAY = 50;
/** What a provider may say instead of a code. */
const ERROR_CODE = /^[a-z_]{1,60}$/;

/** Signing in with OpenID Connect: the authorization code flow with PKCE, state and nonce. */
@Injectable()
export class OidcSignIn {
  /** By organization. */
  private readonly underWay = new Map<number, number>();

  constructor(
    private readonly client: OidcClient,
    private readonly secrets: ProviderSecrets,
    private readonly runtime: Runtime,
  ) {}

  newSecrets(): Secrets {
    return { nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  }

  /** Where the browser goes. @throws providerFailed */
  begin(
    organizationId: number,
    provider: ProviderRecord,
    { redirectUrl, state, nonce, codeVerifier }: Secrets & { redirectUrl: string; state: string },
  ): Promise<string> {
    return this.attempt(organizationId, provider, async (configuration, settings) => {
      const parameters = {
        redirect_uri: redirectUrl,
        scope: scopesOf(settings),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      };
      return buildAuthorizationUrl(configuration, parameters).href;
    });
  }

  /** The identity that the provider proves. `arrived`: the redirect URL with what the provider added. @throws signInRefused, providerFailed */
  finish(
    organizationId: number,
    provider: ProviderRecord,
    { arrived, state, nonce, codeVerifier }: Secrets & { arrived: URL; state: string },
  ): Promise<ProvenIdentity> {
    return this.attempt(organizationId, provider, async (configuration, settings) => {
      const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(configuration, arrived, checks);
      const claims: Claims = tokens.claims() ?? {};
      const more = needsMore(claims, settings) ? await this.userInfo(configuration, tokens.access_token, String(claims.sub)) : {};
      return identityOf(mergedClaims(claims, more), settings);
    });
  }

  /** Where a person ends their session with the provider. Null: it has no such page. @throws providerFailed */
  signOutUrl(organizationId: number, provider: ProviderRecord, returnUrl: string): Promise<string | null> {
    return this.attempt(organizationId, provider, async (configuration) => {
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href;
    });
  }

  /** Some providers have the address only there. */
  private async userInfo(configuration: Configuration, accessToken: string, subject: string): Promise<Claims> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    return fetchUserInfo(configuration, accessToken, subject);
  }

  /** The errors of openid-client can contain tokens, so they are not logged. */
  private async attempt<T>(
    organizationId: number,
    provider: ProviderRecord,
    work: (configuration: Configuration, settings: OidcSettings) => Promise<T>,
  ): Promise<T> {
    const settings = oidcSettingsOf(provider);
    const secret = this.secrets.open(organizationId, provider);
    const before = this.underWay.get(organizationId) ?? 0;
    if (before >= MAX_UNDER_WAY) throw apiErrors.providerFailed({ problem: 'It answers too slowly.' });
    this.underWay.set(organizationId, before + 1);
    try {
      return await work(await this.client.of(settings, secret), settings);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (error instanceof AuthorizationResponseError)
        throw apiErrors.signInRefused({ error: ERROR_CODE.test(error.error) ? error.error : 'unknown' });
      this.client.forget(settings);
      this.runtime.logger.info({ organizationId, providerId: provider.id, problem: problemOf(error) }, 'an identity provider failed');
      throw providerFailed(error);
    } finally {
      const left = (this.underWay.get(organizationId) ?? 1) - 1;
      if (left === 0) this.underWay.delete(organizationId);
      else this.underWay.set(organizationId, left);
    }
  }
}

function needsMore(claims: Claims, { groups_claim }: OidcSettings): boolean {
  return (
    claims.email === undefined || claims.email_verified === undefined || (groups_claim !== undefined && claims[groups_claim] === undefined)
  );
}
