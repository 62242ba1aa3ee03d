import { type PushSenderConfig, secretText, textOfFile } from './push-config.js';
import type { PushNotice, PushOutcome, PushSender, PushService, PushTarget } from './push-sender.js';

/** The push services that are configured. Each is loaded with its first notification. */
export class PushSenders implements PushSender {
  private readonly loaded = new Map<PushService, Promise<PushSender>>();

  constructor(private readonly config: PushSenderConfig) {}

  has(service: PushService): boolean {
    return this.config.PUSH_SERVICES.includes(service);
  }

  async send(target: PushTarget, notice: PushNotice): Promise<PushOutcome> {
    if (!this.has(target.service)) return { kind: 'refused', reason: 'NotConfigured' };
    const known = this.loaded.get(target.service) ?? load(target.service, this.config);
    this.loaded.set(target.service, known);
    return (await known).send(target, notice);
  }

  async close(): Promise<void> {
    const senders = await Promise.all(this.loaded.values());
    await Promise.all(senders.map((each) => each.close()));
  }
}

async function load(service: PushService, config: PushSenderConfig): Promise<PushSender> {
  if (service === 'apns') {
    const { ApnsSender } = await import('./apns-sender.js');
    return new ApnsSender({
      key: given(secretText(config, 'APNS_KEY')),
      keyId: given(config.APNS_KEY_ID),
      teamId: given(config.APNS_TEAM_ID),
      isSandbox: config.APNS_SANDBOX,
      endpoint: config.APNS_ENDPOINT === undefined ? undefined : new URL(config.APNS_ENDPOINT),
      ca: config.APNS_CA_FILE === undefined ? undefined : given(textOfFile(config.APNS_CA_FILE)),
    });
  }
  if (service === 'fcm') {
    const [{ FcmSender }, { serviceAccount }] = await Promise.all([import('./fcm-sender.js'), import('./google-access-token.js')]);
    return new FcmSender({
      account: serviceAccount.parse(JSON.parse(given(secretText(config, 'FCM_CREDENTIALS')))),
      endpoint: new URL(config.FCM_ENDPOINT),
    });
  }
  const { WebPushSender } = await import('./web-push-sender.js');
  return new WebPushSender({
    privateKey: given(config.WEB_PUSH_KEY),
    subject: given(config.WEB_PUSH_SUBJECT),
    hosts: config.WEB_PUSH_HOSTS,
  });
}

/** The check of the configuration at the start requires it. */
function given(value: string | undefined): string {
  if (value === undefined) throw new Error('a push service is not configured completely');
  return value;
}
