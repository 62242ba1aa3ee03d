import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, isStorable } from '@parley/contracts';
import { CONFIG, OutsideError } from '@parley/runtime';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { z } from 'zod';
import type { OrganizationConfig } from '../../config.js';
import { OidcClient, providerFailed } from './oidc-client.js';
import { fetchOfProvider } from './oidc-fetch.js';
import type { OidcSettings } from './oidc-settings.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** No symmetric ones: their key would be the client secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const MAX_AGE_SECONDS = 300;
const CLOCK_TOLERANCE_SECONDS = 60;
const OK = 200;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });
const name = z.string().min(1).refine(isStorable);
const logout = z
  .object({
    iat: z.number(),
    sub: name.optional(),
    sid: name.optional(),
    events: z.object({ [EVENT]: z.looseObject({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);
export type Logout = z.infer<typeof logout>;

/** Tokens by which a provider says that a person signed out (OpenID Connect Back-Channel Logout, section 2.6). */
@Injectable()
export class LogoutTokens {
  constructor(
    private readonly client: OidcClient,
    @Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'SIGN_IN_NETWORKS'>,
  ) {}

  /** @throws invalidLogoutToken, providerFailed */
  async read(settings: OidcSettings, secret: string | undefined, token: string): Promise<Logout> {
    refuseForeign(settings, token);
    const { issuer, jwks_uri = '' } = await this.metadata(settings, secret);
    const keys = await this.keys(jwks_uri);
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
        issuer,
        audience: settings.client_id,
        algorithms: ALGORITHMS,
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      return logout.parse(payload);
    } catch {
      // Not only errors of the library: a key of the provider may be one that cannot be used.
      throw apiErrors.invalidLogoutToken();
    }
  }

  private async metadata(settings: OidcSettings, secret: string | undefined) {
    try {
      return (await this.client.of(settings, secret)).serverMetadata();
    } catch (error) {
      throw providerFailed(error);
    }
  }

  private async keys(url: string) {
    try {
      const answer = await fetchOfProvider(this.config.SIGN_IN_NETWORKS)(url, {
        method: 'GET',
        headers: { accept: 'application/json' },
        body: undefined,
        redirect: 'manual',
      });
      if (answer.status !== OK) throw new OutsideError('connection', `It answered with the status ${answer.status}.`);
      return keySet.parse(await answer.json());
    } catch (error) {
      throw providerFailed(error);
    }
  }
}

/** Anyone can send a token here. What is not for this client causes no call of the provider. @throws invalidLogoutToken */
function refuseForeign({ issuer, client_id: client }: OidcSettings, token: string): void {
  try {
    const { iss, aud } = decodeJwt(token);
    if (iss === issuer && [aud].flat().includes(client)) return;
  } catch {
    // It is no token.
  }
  throw apiErrors.invalidLogoutToken();
}
