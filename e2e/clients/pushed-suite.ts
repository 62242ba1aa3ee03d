import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApnsNotification, FakeApns, FakeFcm, PushDevice, TEST_CERTIFICATE } from '@parley/testing';
import { Suite } from '../../tools/src/suite/suite.js';
import { eventually } from '../client/eventually.js';

/** Only for a suite that hangs. */
const PATIENCE = { deadlineMs: 120_000 };

type Fields = Readonly<Record<string, unknown>>;

/** A suite that sends push notifications to a fake Apple and a fake Google on this machine. */
export class PushedSuite {
  private constructor(
    private readonly suite: Suite,
    private readonly apns: FakeApns,
    private readonly fcm: FakeFcm,
    /** The key for which apps encrypt their registrations. */
    readonly publicKey: string,
  ) {}

  static async start(directory: string): Promise<PushedSuite> {
    const [apns, fcm, keys] = await Promise.all([FakeApns.start(), FakeFcm.start(), PushDevice.serverKeys()]);
    mkdirSync(directory, { recursive: true });
    const written = (name: string, content: string) => {
      const path = join(directory, name);
      writeFileSync(path, content, { mode: 0o600 });
      return path;
    };
    const suite = await Suite.start({
      directory,
      environment: {
        PUSH_SERVICES: 'apns,fcm',
        PUSH_REGISTRATION_KEYS: keys.privateKey,
        APNS_KEY_FILE: written('apns-key.pem', apns.options.key),
        APNS_KEY_ID: apns.options.keyId,
        APNS_TEAM_ID: apns.options.teamId,
        APNS_ENDPOINT: apns.url,
        APNS_CA_FILE: written('apns-ca.pem', TEST_CERTIFICATE),
        FCM_CREDENTIALS_FILE: written('fcm.json', JSON.stringify(fcm.account)),
        FCM_ENDPOINT: fcm.url,
      },
    });
    return new PushedSuite(suite, apns, fcm, keys.publicKey);
  }

  get demoFile(): string {
    return this.suite.demoFile;
  }

  async stop(): Promise<void> {
    await this.suite.stop();
    await Promise.all([this.apns.close(), this.fcm.close()]);
  }

  /** Waits for a notification of Google to this token. Returns its data. */
  async toAndroid(token: string, isMeant: (data: Fields) => boolean): Promise<Readonly<Record<string, string>>> {
    const { data } = await arrived(
      () => this.fcm.answers.to(token),
      (each) => isMeant(each.data),
    );
    return data;
  }

  /** Waits for a notification of Apple to this token, by what the app reads of it. */
  toApple(token: string, isMeant: (fields: Fields) => boolean): Promise<ApnsNotification> {
    return arrived(
      () => this.apns.answers.to(token),
      ({ payload }) => isMeant(Object(payload.zulip)),
    );
  }

  /** Waits for a notification that the device decrypts. Returns its content. */
  async sealedTo(token: string, device: PushDevice, isMeant: (content: Fields) => boolean): Promise<Fields> {
    const contents = await eventually(
      () =>
        Promise.all(
          this.fcm.answers.to(token).map(async ({ data }): Promise<Fields> => Object(await device.decrypt(data.encrypted_data ?? ''))),
        ),
      (all) => all.some(isMeant),
      PATIENCE,
    );
    return found(contents.find(isMeant), token);
  }
}

async function arrived<N>(read: () => readonly N[], isMeant: (notification: N) => boolean): Promise<N> {
  const all = await eventually(
    async () => read(),
    (notifications) => notifications.some(isMeant),
    PATIENCE,
  );
  return found(all.find(isMeant), 'this token');
}

function found<N>(notification: N | undefined, token: string): N {
  if (notification === undefined) throw new Error(`no such notification reached ${token}`);
  return notification;
}
