import { Injectable } from '@nestjs/common';
import { OutsideError } from '@parley/runtime';
import { type Configuration, customFetch, genericGrantRequest, type ServerMetadata, WWWAuthenticateChallengeError } from 'openid-client';
import { z } from 'zod';
import { OidcClient, problemOf } from './oidc-client.js';
import { type OidcSettings, scopesOf } from './oidc-settings.js';

export interface Problem {
  readonly field: string;
  readonly problem: string;
}

/** What a provider says about a client that it does not accept. */
const UNKNOWN_CLIENT: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client']);
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

/** Asks an OpenID provider whether the configuration is right, and says which field is wrong. */
@Injectable()
export class TestOidc {
  constructor(private readonly client: OidcClient) {}

  async execute(settings: OidcSettings, secret: string | undefined, redirectUrl: string): Promise<Problem[]> {
    let server: ServerMetadata;
    try {
      server = await this.client.discover(settings);
    } catch (error) {
      return [{ field: 'issuer', problem: documentProblem(error) }];
    }
    const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter((name) => server[name] === undefined);
    if (missing.length > 0) return [{ field: 'issuer', problem: `The document of the provider has no ${missing.join(' and no ')}.` }];
    this.client.forget(settings);
    const configuration = await this.client.of(settings, secret);
    return [
      ...unknownScopes(server, settings),
      ...(await keyProblems(configuration)),
      ...(await clientProblems(configuration, { secret, redirectUrl })),
    ];
  }
}

function documentProblem(error: unknown): string {
  if (error instanceof OutsideError) return error.message;
  return `There is no usable document at .well-known/openid-configuration. ${problemOf(error)} It must name exactly this issuer.`;
}

function unknownScopes({ scopes_supported: known }: ServerMetadata, settings: OidcSettings): Problem[] {
  const unknown =
    known === undefined
      ? []
      : scopesOf(settings)
          .split(' ')
          .filter((scope) => !known.includes(scope));
  return unknown.length === 0 ? [] : [{ field: 'scopes', problem: `The provider does not know ${unknown.join(', ')}.` }];
}

async function keyProblems(configuration: Configuration): Promise<Problem[]> {
  const { jwks_uri = '' } = configuration.serverMetadata();
  try {
    const ask = configuration[customFetch];
    const answer = await ask?.(jwks_uri, { method: 'GET', headers: { accept: 'application/json' }, body: undefined, redirect: 'manual' });
    keySet.parse(await answer?.json());
    return [];
  } catch (error) {
    return [{ field: 'issuer', problem: `The keys of the provider cannot be read. ${problemOf(error)}` }];
  }
}

/** Sends a code that is wrong. A provider that knows the client says so, and otherwise refuses the client. */
async function clientProblems(
  configuration: Configuration,
  { secret, redirectUrl }: { secret: string | undefined; redirectUrl: string },
): Promise<Problem[]> {
  try {
    const parameters = { code: 'a-code-that-does-not-exist', redirect_uri: redirectUrl, code_verifier: 'a'.repeat(43) };
    await genericGrantRequest(configuration, 'authorization_code', parameters);
    return [];
  } catch (error) {
    const { error: said } = Object(error) as { readonly error?: unknown };
    if (UNKNOWN_CLIENT.has(said) || error instanceof WWWAuthenticateChallengeError) {
      const given = secret === undefined ? 'without a secret' : 'with this secret';
      return [{ field: secret === undefined ? 'client_id' : 'secret', problem: `The provider does not accept the client id ${given}.` }];
    }
    if (typeof said === 'string') return [];
    return [{ field: 'issuer', problem: `The token endpoint of the provider cannot be used. ${problemOf(error)}` }];
  }
}
