import { createECDH, createPrivateKey, randomBytes } from 'node:crypto';
import ece from 'http_ece';
import jwt from 'jsonwebtoken';
import { HostPauses } from './host-pauses.js';
import { isPushHost } from './push-hosts.js';
import type { PushNotice, PushOutcome, PushSender, PushTarget } from './push-sender.js';
import { retryAfterMs } from './retry-after.js';
import { webPushKeyPair } from './web-push-key.js';

export interface WebPushOptions {
  /** The private key of the server on P-256 (VAPID, RFC 8292): 32 bytes in base64url. */
  readonly privateKey: string;
  /** Whom a push service may contact: `mailto:` or `https:`. */
  readonly subject: string;
  /** The hosts of push services: see isPushHost. */
  readonly hosts: readonly string[];
}

const TIMEOUT_MS = 10_000;
const JWT_SECONDS = 12 * 3600;
/** A token is made anew this long before it ends. */
const EARLY_SECONDS = 3600;
const CURVE = 'prime256v1';
/** Push services of browsers accept a body of 4,096 bytes. */
const RECORD_BYTES = 4096;
const MAX_CACHED_TOKENS = 100;

/** Push services of browsers (RFC 8030). The content is encrypted for the browser (RFC 8291). */
export class WebPushSender implements PushSender {
  readonly publicKey: string;
  private readonly signingKey;
  private readonly pauses = new HostPauses();
  private readonly tokens = new Map<string, { readonly token: string; readonly until: number }>();

  constructor(private readonly options: WebPushOptions) {
    const { d, x, y, publicKey } = webPushKeyPair(options.privateKey);
    this.publicKey = publicKey;
    this.signingKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' });
  }

  async send({ token: endpoint, webKeys }: PushTarget, notice: PushNotice): Promise<PushOutcome> {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    // Checked again: the operator may have taken a host from the list since.
    if (url === undefined || webKeys === null || !isPushHost(url, this.options.hosts)) return { kind: 'gone', reason: 'UnknownHost' };
    const body = encrypted(notice.web, webKeys);
    if (body === undefined) return { kind: 'gone', reason: 'InvalidKeys' };
    const waitMs = this.pauses.remainingMs(url.host);
    if (waitMs !== undefined) return { kind: 'later', reason: 'Paused', isServiceWide: false, retryAfterMs: waitMs };
    const response = await this.post(url, body, notice).catch(() => undefined);
    if (response === undefined) {
      this.pauses.failed(url.host);
      return { kind: 'later', reason: 'NoAnswer', isServiceWide: false };
    }
    this.pauses.answered(url.host);
    await response.body?.cancel().catch(() => undefined);
    return outcomeOf(response);
  }

  async close(): Promise<void> {
    // Connections are those of fetch.
  }

  private post(url: URL, body: Uint8Array<ArrayBuffer>, { isUrgent, ttlSeconds }: PushNotice): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: {
        authorization: `vapid t=${this.tokenFor(url.origin)}, k=${this.publicKey}`,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
        urgency: isUrgent ? 'high' : 'normal',
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  private tokenFor(origin: string): string {
    const now = Math.floor(Date.now() / 1000);
    const known = this.tokens.get(origin);
    if (known !== undefined && now < known.until) return known.token;
    if (this.tokens.size >= MAX_CACHED_TOKENS) this.tokens.clear();
    const claims = { aud: origin, sub: this.options.subject, exp: now + JWT_SECONDS };
    const token = jwt.sign(claims, this.signingKey, { algorithm: 'ES256', noTimestamp: true });
    this.tokens.set(origin, { token, until: claims.exp - EARLY_SECONDS });
    return token;
  }
}

/** Undefined if the keys of the browser are none. */
function encrypted(text: string, { p256dh, auth }: { p256dh: string; auth: string }): Uint8Array<ArrayBuffer> | undefined {
  const ours = createECDH(CURVE);
  ours.generateKeys();
  try {
    const salt = randomBytes(16).toString('base64url');
    return new Uint8Array(
      ece.encrypt(Buffer.from(text), { version: 'aes128gcm', dh: p256dh, authSecret: auth, privateKey: ours, salt, rs: RECORD_BYTES }),
    );
  } catch {
    return undefined;
  }
}

/** A browser that subscribed for the key of another server is refused too, so no refusal concerns all. */
function outcomeOf({ ok, status, headers }: Response): PushOutcome {
  if (ok) return { kind: 'sent' };
  const reason = String(status);
  if (status === 404 || status === 410) return { kind: 'gone', reason };
  if (status === 429 || status >= 500) {
    const pause = retryAfterMs(headers.get('retry-after'));
    return { kind: 'later', reason, isServiceWide: false, ...(pause === undefined ? {} : { retryAfterMs: pause }) };
  }
  if (status === 401 || status === 403) return { kind: 'unauthorized', reason, isServiceWide: false };
  return { kind: 'refused', reason };
}
