import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { type PushAnswer, PushAnswers } from './push-answers.js';

/** A notification as Google receives it. */
export interface FcmNotification {
  readonly token: string;
  readonly data: Readonly<Record<string, string>>;
  readonly priority: string;
  readonly ttl: string;
}

const PROJECT = 'parley-test';
const EMAIL = 'sender@parley-test.iam.gserviceaccount.com';
const KEY_ID = 'key-1';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';

const request = z.strictObject({
  message: z.strictObject({
    token: z.string(),
    data: z.record(z.string(), z.string()),
    android: z.strictObject({ priority: z.enum(['HIGH', 'NORMAL']), ttl: z.string().regex(/^\d+s$/) }),
  }),
});

/** The token endpoint of Google and the HTTP v1 API of FCM on this machine. */
export class FakeFcm {
  readonly answers = new PushAnswers<FcmNotification>();
  /** Access tokens that were issued. */
  readonly issued: string[] = [];
  private readonly ended = new Set<string>();
  private tokenAnswer: PushAnswer | undefined;

  private readonly keys = newKeys();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeFcm> {
    const server = createServer();
    const fake = new FakeFcm(server);
    server.on('request', (incoming, response) => void fake.answer(incoming, response).catch(() => response.destroy()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  /** As in the key file of the service account. */
  get account() {
    return {
      type: 'service_account',
      project_id: PROJECT,
      client_email: EMAIL,
      private_key_id: KEY_ID,
      private_key: this.keys.privateKey,
      token_uri: `${this.url}/token`,
    };
  }

  get options() {
    return { account: this.account, endpoint: new URL(this.url) };
  }

  /** How the token endpoint answers from now on. Undefined: it issues tokens. */
  answerTokens(answer?: PushAnswer): void {
    this.tokenAnswer = answer;
  }

  /** The API accepts the tokens issued so far no more. */
  endTokens(): void {
    for (const token of this.issued) this.ended.add(token);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const answer = this.answerTo(incoming, body);
    if (answer === 'silence') return;
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body ?? {}));
  }

  private answerTo({ method, url, headers }: IncomingMessage, body: string): PushAnswer {
    if (method === 'POST' && url === '/token') return this.tokenAnswer ?? this.issueToken(new URLSearchParams(body));
    if (method !== 'POST' || url !== `/v1/projects/${PROJECT}/messages:send`) return { status: 404 };
    const access = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!this.issued.includes(access) || this.ended.has(access)) return apiError(401, 'UNAUTHENTICATED');
    const parsed = request.safeParse(JSON.parse(body));
    if (!parsed.success) return apiError(400, 'INVALID_ARGUMENT');
    const { token, data, android } = parsed.data.message;
    return (
      this.answers.take({ token, data, ...android }) ?? { status: 200, body: { name: `projects/${PROJECT}/messages/${randomUUID()}` } }
    );
  }

  private issueToken(form: URLSearchParams): PushAnswer {
    if (form.get('grant_type') !== GRANT || !this.isAccount(form.get('assertion') ?? '')) {
      return { status: 400, body: { error: 'invalid_grant' } };
    }
    const token = randomUUID();
    this.issued.push(token);
    return { status: 200, body: { access_token: token, expires_in: 3600, token_type: 'Bearer' } };
  }

  private isAccount(assertion: string): boolean {
    try {
      const { header, payload } = jwt.verify(assertion, this.keys.publicKey, {
        algorithms: ['RS256'],
        issuer: EMAIL,
        audience: `${this.url}/token`,
        complete: true,
      });
      return header.kid === KEY_ID && typeof payload !== 'string' && payload.scope === SCOPE;
    } catch {
      return false;
    }
  }
}

/** An error of the API, v1. @param errorCode of FCM */
export function apiError(status: number, name: string, errorCode?: string): PushAnswer {
  const type = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
  const details = errorCode === undefined ? {} : { details: [{ '@type': type, errorCode }] };
  return { status, body: { error: { code: status, message: 'It failed.', status: name, ...details } } };
}

function newKeys() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}
