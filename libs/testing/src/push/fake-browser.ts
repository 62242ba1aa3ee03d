import { createECDH, createPublicKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import ece from 'http_ece';
import jwt from 'jsonwebtoken';
import { PushAnswers } from './push-answers.js';

/** A notification as the browser's worker gets it. */
export interface WebNotification {
  /** The URL of the subscription. */
  readonly token: string;
  readonly content: unknown;
  readonly urgency: string;
  readonly ttl: number;
}

interface Browser {
  readonly keys: ReturnType<typeof createECDH>;
  readonly auth: string;
}

/** The push service of a browser on this machine, with its browsers: it checks the signature of the server (VAPID) and decrypts for them. */
export class FakeWebPush {
  readonly answers = new PushAnswers<WebNotification>();
  private readonly browsers = new Map<string, Browser>();
  /** 32 bytes in base64url. */
  readonly serverKey: string;
  readonly publicKey: string;

  private constructor(private readonly server: Server) {
    const pair = createECDH('prime256v1');
    this.publicKey = pair.generateKeys('base64url');
    this.serverKey = pair.getPrivateKey().toString('base64url').padStart(43, 'A');
  }

  static async start(): Promise<FakeWebPush> {
    const server = createServer();
    const fake = new FakeWebPush(server);
    server.on('request', (incoming, response) => void fake.answer(incoming, response).catch(() => response.destroy()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  get host(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    return `127.0.0.1:${address.port}`;
  }

  get options() {
    return { privateKey: this.serverKey, subject: 'mailto:operator@example.org', hosts: [this.host] };
  }

  /** What a browser gives to a page that subscribes. */
  subscribe(): { readonly endpoint: string; readonly p256dh: string; readonly auth: string } {
    const keys = createECDH('prime256v1');
    const p256dh = keys.generateKeys('base64url');
    const auth = randomBytes(16).toString('base64url');
    const endpoint = `${this.url}/push/${randomBytes(8).toString('hex')}`;
    this.browsers.set(endpoint, { keys, auth });
    return { endpoint, p256dh, auth };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const { headers } = incoming;
    const token = `${this.url}${incoming.url}`;
    const browser = this.browsers.get(token);
    const respond = (status: number, more = {}) => void response.writeHead(status, more).end();
    if (browser === undefined) return respond(404);
    if (!this.isServer(headers.authorization ?? '')) return respond(403);
    if (incoming.method !== 'POST' || headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers.ttl)))
      return respond(400);
    const content = ece.decrypt(body, { version: 'aes128gcm', privateKey: browser.keys, authSecret: browser.auth });
    const notification = { token, content: JSON.parse(content.toString()), urgency: String(headers.urgency), ttl: Number(headers.ttl) };
    const answer = this.answers.take(notification);
    if (answer !== 'silence') respond(answer?.status ?? 201, answer?.headers);
  }

  private isServer(authorization: string): boolean {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
    if (key !== this.publicKey) return false;
    const point = Buffer.from(key, 'base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
    try {
      const claims = jwt.verify(token, createPublicKey({ key: jwk, format: 'jwk' }), { algorithms: ['ES256'], audience: this.url });
      return typeof claims !== 'string' && claims.sub === 'mailto:operator@example.org' && (claims.exp ?? 0) < Date.now() / 1000 + 86_400;
    } catch {
      return false;
    }
  }
}
