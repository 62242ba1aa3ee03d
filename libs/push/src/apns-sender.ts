import { Notification, Provider, type ProviderOptions } from '@parse/node-apn';
import { z } from 'zod';
import type { PushNotice, PushOutcome, PushSender, PushTarget } from './push-sender.js';

export interface ApnsOptions {
  /** The private key of the provider, in PEM. */
  readonly key: string;
  readonly keyId: string;
  readonly teamId: string;
  readonly isSandbox: boolean;
  /** Another server, for tests or a proxy. */
  readonly endpoint?: URL | undefined;
  /** In PEM: what signed the certificate of that server. */
  readonly ca?: string | undefined;
}

const TIMEOUT_MS = 10_000;
const URGENT = 10;
const NOT_URGENT = 5;

/** What the app's token no longer reaches. */
const GONE = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken']);
/** Our key. */
const KEY_REFUSED = new Set(['InvalidProviderToken', 'MissingProviderToken', 'BadCertificate', 'BadCertificateEnvironment']);
/** Our key has no right to this app, whose id the device named. */
const APP_REFUSED = 'TopicDisallowed';

const failure = z.looseObject({
  status: z.union([z.number(), z.string().transform(Number)]).optional(),
  response: z.looseObject({ reason: z.string().default('unknown'), timestamp: z.number().optional() }).optional(),
  error: z.instanceof(Error).optional(),
});

/** Apple's push service: one connection of HTTP/2 for all notifications. */
export class ApnsSender implements PushSender {
  private readonly provider: Provider;

  constructor({ key, keyId, teamId, isSandbox, endpoint, ca }: ApnsOptions) {
    const options: ProviderOptions = {
      token: { key: Buffer.from(key), keyId, teamId },
      production: !isSandbox,
      requestTimeout: TIMEOUT_MS,
      // Failures are retried by those who send, with pauses.
      connectionRetryLimit: 0,
    };
    if (endpoint !== undefined)
      Object.assign(options, { address: endpoint.hostname, port: endpoint.port === '' ? 443 : Number(endpoint.port) });
    if (ca !== undefined) options.ca = [Buffer.from(ca)];
    this.provider = new Provider(options);
  }

  async send({ token, appId }: PushTarget, notice: PushNotice): Promise<PushOutcome> {
    if (appId === null) return { kind: 'refused', reason: 'MissingTopic' };
    const notification = new Notification({ rawPayload: notice.apns });
    Object.assign(notification, {
      id: notice.id,
      topic: appId,
      priority: notice.isUrgent ? URGENT : NOT_URGENT,
      pushType: notice.isBackground ? 'background' : 'alert',
      expiry: Math.floor(Date.now() / 1000) + notice.ttlSeconds,
    });
    const { sent, failed } = await this.provider.send(notification, token);
    return sent.length === 1 ? { kind: 'sent' } : outcomeOf(failure.parse(failed[0] ?? {}));
  }

  async close(): Promise<void> {
    await this.provider.shutdown();
  }
}

function outcomeOf({ status, response }: z.infer<typeof failure>): PushOutcome {
  if (response === undefined) {
    if (status === 403) return { kind: 'later', reason: 'ExpiredProviderToken', isServiceWide: false };
    return { kind: 'later', reason: 'NoAnswer', isServiceWide: true };
  }
  const { reason, timestamp } = response;
  if (GONE.has(reason)) return { kind: 'gone', reason, ...(timestamp === undefined ? {} : { at: new Date(timestamp) }) };
  if (KEY_REFUSED.has(reason)) return { kind: 'unauthorized', reason, isServiceWide: true };
  if (reason === APP_REFUSED) return { kind: 'unauthorized', reason, isServiceWide: false };
  const isBusy = status === 429 || (status !== undefined && status >= 500);
  return isBusy ? { kind: 'later', reason, isServiceWide: false } : { kind: 'refused', reason };
}
