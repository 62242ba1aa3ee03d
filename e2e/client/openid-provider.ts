import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type InteractionContext } from 'oidc-provider';

/** What the provider says of a person. */
export interface KnownPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUrl: string;
  readonly logoutUrl: string;
  readonly returnUrl: string;
}

/** How the provider reports that a person signed out. */
export type SendLogout = (url: string, form: string) => Promise<number>;

/** A real OpenID provider, in which the person who signs in is chosen by the test instead of a form. */
export class OpenIdProvider {
  private readonly people = new Map<string, KnownPerson>();
  private keys: object[] = [newKey()];
  private provider: Provider | undefined;
  private client: RegisteredClient | undefined;
  private signingIn = '';

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly sendLogout: SendLogout,
  ) {}

  static async start(sendLogout: SendLogout = async () => 200): Promise<OpenIdProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const started = new OpenIdProvider(server, `http://127.0.0.1:${port}`, sendLogout);
    server.on('request', (request, response) => void started.answer(request, response));
    return started;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  register(client: RegisteredClient): void {
    this.client = client;
    this.build();
  }

  /** The person who signs in next. */
  choose(person: KnownPerson): void {
    this.people.set(person.sub, person);
    this.signingIn = person.sub;
  }

  /** From now on it signs with another key, and no longer knows the old one. */
  replaceKey(): void {
    this.keys = [newKey()];
    this.build();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.provider === undefined) response.writeHead(503).end();
    else if (request.url?.startsWith('/interaction/')) {
      await this.provider.interactionFinished(request, response, { login: { accountId: this.signingIn } });
    } else await this.provider.callback()(request, response);
  }

  private build(): void {
    if (this.client === undefined) throw new Error('no client is registered');
    this.provider = new Provider(this.issuer, { ...this.configuration(this.client) });
  }

  private configuration({ clientId, clientSecret, redirectUrl, logoutUrl, returnUrl }: RegisteredClient) {
    return {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUrl],
          post_logout_redirect_uris: [returnUrl],
          backchannel_logout_uri: logoutUrl,
          backchannel_logout_session_required: true,
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: this.keys },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: async () => this.people.get(id) }),
      loadExistingGrant: (context: InteractionContext) => this.grant(context),
      fetch: async (url: string | URL, init: { body?: unknown }) =>
        new Response(null, { status: await this.sendLogout(String(url), String(init.body)) }),
    };
  }

  /** No person is asked whether the client may know them. */
  private async grant({ oidc: { session, client, params } }: InteractionContext) {
    if (this.provider === undefined) throw new Error('the provider is not built');
    const grant = new this.provider.Grant({ accountId: session.accountId, clientId: client.clientId });
    grant.addOIDCScope(params.scope);
    await grant.save();
    return grant;
  }
}

function newKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') };
}
