import { Inject, Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { CONFIG, OutsideError } from '@parley/runtime';
import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client';
import type { OrganizationConfig } from '../../config.js';
import { fetchOfProvider } from './oidc-fetch.js';
import type { OidcSettings } from './oidc-settings.js';

/** Documents are asked for again after this time. Keys are asked for in each sign-in, so a provider can change its keys at any time. */
const DOCUMENT_MS = 300_000;
const MAX_DOCUMENTS = 500;
/** By which the clocks of a provider and of this server may differ. */
const CLOCK_TOLERANCE_SECONDS = 60;
const TIMEOUT_SECONDS = 10;

/** Clients of OpenID providers. The document of each issuer is kept for some minutes. */
@Injectable()
export class OidcClient {
  private readonly documents = new LRUCache<string, ServerMetadata>({ max: MAX_DOCUMENTS, ttl: DOCUMENT_MS });

  constructor(@Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'SIGN_IN_NETWORKS'>) {}

  /** @throws OutsideError, and Error if the document is not usable */
  async of(settings: OidcSettings, secret: string | undefined): Promise<Configuration> {
    const known = this.documents.get(settings.issuer);
    const server = known ?? (await this.discover(settings));
    if (known === undefined) this.documents.set(settings.issuer, server);
    const configuration = new Configuration(
      server,
      settings.client_id,
      { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authOf(server, secret),
    );
    configuration[customFetch] = fetchOfProvider(this.config.SIGN_IN_NETWORKS);
    configuration.timeout = TIMEOUT_SECONDS;
    // Otherwise openid-client trusts the connection alone, and checks no signature.
    enableNonRepudiationChecks(configuration);
    // Whether an address without TLS may be used is decided for each request, by the network in which it is.
    allowInsecureRequests(configuration);
    return configuration;
  }

  /** After a failure: the document may have changed. */
  forget({ issuer }: OidcSettings): void {
    this.documents.delete(issuer);
  }

  /** Asks for the document, also if it is known. @throws OutsideError, and Error if it is not usable */
  async discover({ issuer, client_id }: OidcSettings): Promise<ServerMetadata> {
    let failure: OutsideError | undefined;
    const fetch = fetchOfProvider(this.config.SIGN_IN_NETWORKS, (error) => {
      failure = error;
    });
    try {
      const found = await discovery(new URL(issuer), client_id, undefined, None(), {
        [customFetch]: fetch,
        timeout: TIMEOUT_SECONDS,
        execute: [allowInsecureRequests],
      });
      const server = { ...found.serverMetadata() };
      // Not one of many tenants: identities of different tenants could have the same subject.
      if (hrefOf(server.issuer) !== hrefOf(issuer)) throw new Error('the document is of another issuer');
      return server;
    } catch (error) {
      throw failure ?? error;
    }
  }
}

/** The first of the ways that the provider accepts. Without a secret, only PKCE protects the code. */
function authOf({ token_endpoint_auth_methods_supported: ways }: ServerMetadata, secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  const acceptsBasic = ways === undefined || ways.includes('client_secret_basic');
  return acceptsBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

function hrefOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

/** What went wrong, in a sentence without values that the provider sent. */
export function problemOf(error: unknown): string {
  if (error instanceof OutsideError) return error.message;
  if (error instanceof Error && error.cause instanceof OutsideError) return error.cause.message;
  const { code, error: said } = Object(error) as { readonly code?: unknown; readonly error?: unknown };
  const detail = [said, code].find((each) => typeof each === 'string' && /^[A-Za-z_]{1,60}$/.test(each));
  return `Its answer was not accepted${detail === undefined ? '' : ` (${String(detail)})`}.`;
}

export function providerFailed(error: unknown) {
  return apiErrors.providerFailed({ problem: problemOf(error) });
}
