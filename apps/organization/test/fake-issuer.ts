import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

const TEST_KEY_ID = 'first';

/** Also of the wrong types. Undefined: it has none. */
export type Claims = Readonly<Record<string, unknown>>;

/** Making them takes a second on a busy machine. */
let sharedKeys: ReturnType<typeof newKeys> | undefined;

/** An OpenID provider whose every answer a test can choose. */
export class FakeIssuer {
  /** The answer of the token endpoint. */
  idToken = '';
  userInfo: object | undefined;
  /** Replaces the document. */
  document: ((response: ServerResponse) => void) | undefined;
  /** What the document says beyond what is needed. */
  more: Readonly<Record<string, unknown>> = {};
  readonly asked: string[] = [];
  private keys: Awaited<ReturnType<typeof newKeys>> | undefined;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(): Promise<FakeIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const started = new FakeIssuer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    sharedKeys ??= newKeys();
    started.keys = await sharedKeys;
    server.on('request', (request, response) => void started.answer(request, response));
    return started;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Claims that are right, with changes. */
  claims(changed: Claims = {}): Claims {
    const now = Math.floor(Date.now() / 1000);
    return { iss: this.issuer, aud: 'parley', sub: 'someone', iat: now, exp: now + 300, ...changed };
  }

  sign(claims: Claims, header: { alg?: string; kid?: string; typ?: string } = {}): Promise<string> {
    if (this.keys === undefined) throw new Error('it is not started');
    return new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'RS256', kid: TEST_KEY_ID, ...header }).sign(this.keys.privateKey);
  }

  /** With a key that the provider does not have. */
  async signWithOtherKey(claims: Claims): Promise<string> {
    const { privateKey } = await newKeys();
    return new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'RS256', kid: TEST_KEY_ID }).sign(privateKey);
  }

  /** With a text as the key of HMAC. */
  signWithText(claims: Claims, secret: string): Promise<string> {
    return new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'HS256', kid: TEST_KEY_ID }).sign(new TextEncoder().encode(secret));
  }

  publicKeyText(): string {
    return JSON.stringify(this.keys?.jwk);
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.asked.push(path);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/.well-known/openid-configuration' && this.document !== undefined) this.document(response);
    else if (path === '/.well-known/openid-configuration') json(this.metadata());
    else if (path === '/jwks') json({ keys: [this.keys?.jwk] });
    else if (path === '/token') json({ access_token: 'an access token', token_type: 'Bearer', id_token: this.idToken });
    else if (path === '/userinfo' && this.userInfo !== undefined) json(this.userInfo);
    else json({}, 404);
  }

  private metadata() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      ...(this.userInfo === undefined ? {} : { userinfo_endpoint: `${issuer}/userinfo` }),
      response_types_supported: ['code'],
      ...this.more,
    };
  }
}

async function newKeys() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: TEST_KEY_ID, alg: 'RS256', use: 'sig' } };
}
