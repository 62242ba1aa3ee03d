import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { text } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';
import { PushAnswers } from './push-answers.js';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from './test-certificate.js';

/** A notification as Apple receives it. */
export interface ApnsNotification {
  readonly token: string;
  readonly topic: string;
  readonly id: string;
  readonly priority: string;
  readonly pushType: string;
  readonly expiration: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

const KEY_ID = 'KEY0000001';
const TEAM_ID = 'TEAM000001';
/** Apple refuses larger ones. */
const MAX_PAYLOAD_BYTES = 4096;

/** Apple's push service on this machine: HTTP/2 over TLS, which checks the provider's token. */
export class FakeApns {
  readonly answers = new PushAnswers<ApnsNotification>();
  private readonly sessions = new Set<ServerHttp2Session>();

  private readonly keys = newKeys();

  private constructor(private readonly server: ReturnType<typeof createSecureServer>) {}

  static async start(): Promise<FakeApns> {
    const server = createSecureServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY });
    const fake = new FakeApns(server);
    server.on('session', (session) => fake.sessions.add(session).size);
    server.on('stream', (stream, headers) => void fake.answer(stream, headers).catch(() => stream.destroy()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    return `https://127.0.0.1:${address.port}`;
  }

  /** The key of the provider, in PEM. */
  get providerKey(): string {
    return this.keys.privateKey;
  }

  get options() {
    return { key: this.providerKey, keyId: KEY_ID, teamId: TEAM_ID, isSandbox: false, endpoint: new URL(this.url), ca: TEST_CERTIFICATE };
  }

  async close(): Promise<void> {
    for (const session of this.sessions) session.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async answer(stream: ServerHttp2Stream, headers: Readonly<Record<string, unknown>>): Promise<void> {
    const body = await text(stream);
    const header = (name: string) => String(headers[name] ?? '');
    const refuse = (status: number, reason: string) => this.respond(stream, status, {}, { reason });
    const token = /^\/3\/device\/([0-9a-f]+)$/i.exec(header(':path'))?.[1];
    if (header(':method') !== 'POST' || token === undefined) return refuse(400, 'BadPath');
    if (!this.isProvider(header('authorization'))) return refuse(403, 'InvalidProviderToken');
    if (header('apns-topic') === '') return refuse(400, 'MissingTopic');
    if (Buffer.byteLength(body) > MAX_PAYLOAD_BYTES) return refuse(413, 'PayloadTooLarge');
    const answer = this.answers.take({
      token,
      topic: header('apns-topic'),
      id: header('apns-id'),
      priority: header('apns-priority'),
      pushType: header('apns-push-type'),
      expiration: Number(header('apns-expiration')),
      payload: JSON.parse(body),
    });
    if (answer === 'silence') return;
    this.respond(stream, answer?.status ?? 200, answer?.headers ?? { 'apns-id': header('apns-id') }, answer?.body);
  }

  private respond(stream: ServerHttp2Stream, status: number, headers: Readonly<Record<string, string>>, body?: unknown): void {
    if (stream.destroyed) return;
    stream.respond({ ':status': status, ...headers });
    stream.end(body === undefined ? '' : JSON.stringify(body));
  }

  private isProvider(authorization: string): boolean {
    try {
      const { header, payload } = jwt.verify(authorization.replace(/^bearer /, ''), this.keys.publicKey, {
        algorithms: ['ES256'],
        issuer: TEAM_ID,
        maxAge: '1h',
        complete: true,
      });
      return header.kid === KEY_ID && typeof payload !== 'string';
    } catch {
      return false;
    }
  }
}

function newKeys() {
  return generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}
