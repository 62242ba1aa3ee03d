import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addApnsToken, addFcmToken, addWebPushSubscription, registerClientDevice, registerPushDevice } from '@parley/contracts/settings';
import { expectSoon, FakeApns, FakeFcm, FakeWebPush, PushDevice, TEST_CERTIFICATE, type UserRow } from '@parley/testing';
import { settingsConfig } from '../../settings/src/config.js';
import { SettingsServiceModule } from '../../settings/src/settings-service.module.js';
import { notificationsConfig } from '../src/config.js';
import { NotificationsServiceModule } from '../src/notifications-service.module.js';
import { NotificationsSuite } from './notifications-suite.js';

let nextToken = 1;

/** All services that take part in push notifications, with push services on this machine. */
export class PushSuite {
  private constructor(
    readonly suite: NotificationsSuite,
    readonly apns: FakeApns,
    readonly fcm: FakeFcm,
    readonly web: FakeWebPush,
    private readonly keys: Awaited<ReturnType<typeof PushDevice.serverKeys>>,
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async open(more: Readonly<Record<string, string>> = {}): Promise<PushSuite> {
    const [suite, apns, fcm, web, keys] = await Promise.all([
      NotificationsSuite.open(),
      FakeApns.start(),
      FakeFcm.start(),
      FakeWebPush.start(),
      PushDevice.serverKeys(),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'parley-push-'));
    writeFileSync(join(folder, 'ca.pem'), TEST_CERTIFICATE);
    const common = { PUSH_SERVICES: 'apns,fcm,web', WEB_PUSH_HOSTS: web.host };
    const env = {
      ...common,
      APNS_KEY: apns.options.key,
      APNS_KEY_ID: apns.options.keyId,
      APNS_TEAM_ID: apns.options.teamId,
      APNS_ENDPOINT: apns.url,
      APNS_CA_FILE: join(folder, 'ca.pem'),
      FCM_CREDENTIALS: JSON.stringify(fcm.account),
      FCM_ENDPOINT: fcm.url,
      WEB_PUSH_KEY: web.serverKey,
      WEB_PUSH_PUBLIC_KEY: web.publicKey,
      WEB_PUSH_SUBJECT: web.options.subject,
      ...more,
    };
    await suite.stores.start('settings', SettingsServiceModule, settingsConfig, { ...common, PUSH_REGISTRATION_KEYS: keys.privateKey });
    const opened = new PushSuite(suite, apns, fcm, web, keys, folder, env);
    await opened.startNotifications();
    return opened;
  }

  startNotifications(more: Readonly<Record<string, string>> = {}) {
    return this.suite.stores.start('notifications', NotificationsServiceModule, notificationsConfig, { ...this.env, ...more });
  }

  async close(): Promise<void> {
    await this.suite.close();
    await Promise.all([this.apns.close(), this.fcm.close(), this.web.close()]);
    rmSync(this.folder, { recursive: true });
  }

  async androidOf(user: UserRow): Promise<string> {
    const token = `android:${nextToken++}`;
    await this.suite.stores.call(addFcmToken, user.caller, { token });
    return token;
  }

  async iphoneOf(user: UserRow): Promise<string> {
    const token = `c0ffee${String(nextToken++).padStart(6, '0')}`;
    await this.suite.stores.call(addApnsToken, user.caller, { token, appid: 'org.example.Chat' });
    return token;
  }

  async browserOf(user: UserRow): Promise<string> {
    const browser = this.web.subscribe();
    await this.suite.stores.call(addWebPushSubscription, user.caller, browser);
    return browser.endpoint;
  }

  /** A device that encrypts. */
  async secretDeviceOf(user: UserRow, kind: 'apns' | 'fcm') {
    const device = new PushDevice();
    const token = kind === 'apns' ? `bead${String(nextToken++).padStart(6, '0')}` : `secret:${nextToken++}`;
    const registration = {
      token,
      token_kind: kind,
      timestamp: Math.floor(Date.now() / 1000),
      ...(kind === 'apns' ? { ios_app_id: 'org.example.Chat' } : {}),
    };
    const { device_id } = await this.suite.stores.call(registerClientDevice, user.caller);
    await this.suite.stores.call(registerPushDevice, user.caller, {
      device_id: String(device_id),
      push_key: device.pushKey,
      push_key_id: String(device.keyId),
      token_kind: kind,
      token_id: device.tokenId,
      bouncer_public_key: this.keys.publicKey,
      encrypted_push_registration: await PushDevice.seal(this.keys.publicKey, registration),
    });
    return { device, token, deviceId: device_id };
  }

  /** Waits until the service has decided about all that happened so far: it decides by what holds when it looks. */
  async followed({ organizationId }: UserRow): Promise<void> {
    const behind = async () => {
      const [counter, cursor] = await Promise.all([
        this.suite.stores.database.client.organizationCounter.findUniqueOrThrow({ where: { organizationId } }),
        this.suite.stores.database.client.notificationCursor.findUnique({ where: { organizationId } }),
      ]);
      return counter.seq - (cursor?.seq ?? 0n);
    };
    await expectSoon(behind, 0n);
  }

  /** Rows that wait to be sent to this person. */
  waiting(user: UserRow): Promise<number> {
    return this.suite.stores.database.client.pushDelivery.count({ where: { organizationId: user.organizationId, userId: user.id } });
  }

  marks(user: UserRow): Promise<number> {
    return this.suite.stores.database.client.pushedMessage.count({ where: { organizationId: user.organizationId, userId: user.id } });
  }
}
