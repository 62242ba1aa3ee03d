import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addFcmToken } from '@parley/contracts/settings';
import { FakeFcm, type TestSmtp, testSmtp, type UserRow } from '@parley/testing';
import { settingsConfig } from '../../settings/src/config.js';
import { SettingsServiceModule } from '../../settings/src/settings-service.module.js';
import { NotificationsSuite } from './notifications-suite.js';
import { OwnProcesses } from './own-process.js';

const PEOPLE = 40;
/** A job of a killed process is taken again after a minute. */
const DEADLINE_MS = 150_000;

let suite: NotificationsSuite;
let fcm: FakeFcm;
let smtp: TestSmtp;
const processes = new OwnProcesses();

beforeAll(async () => {
  [suite, fcm, smtp] = await Promise.all([NotificationsSuite.open(), FakeFcm.start(), testSmtp()]);
  await suite.stores.start('settings', SettingsServiceModule, settingsConfig, { PUSH_SERVICES: 'fcm' });
}, 60_000);
afterAll(async () => {
  processes.killAll();
  await Promise.all([suite.close(), fcm.close(), smtp.close()]);
});

function start(env: Readonly<Record<string, string>>): ChildProcess {
  const push = { PUSH_SERVICES: 'fcm', FCM_CREDENTIALS: JSON.stringify(fcm.account), FCM_ENDPOINT: fcm.url };
  return processes.start({ ...suite.stores.env, ...push, ...env });
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const count = async (table: 'missed_message' | 'queued_mail' | 'push_delivery') => {
  const [row] = await suite.stores.database.client.$queryRawUnsafe<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table}`);
  return row?.n ?? 0;
};

/** As if the time for which the killed process had reserved them had passed. */
async function endClaims(): Promise<void> {
  await suite.stores.database.client.$executeRaw`UPDATE push_delivery SET due_at = now()`;
  await suite.stores.database.client.$executeRaw`UPDATE missed_mail_due SET due_at = now()`;
}

describe('a process that is killed between what is due and what is sent', () => {
  it('leaves nothing out: another one sends each mail once, and each push notification that was not accepted', async () => {
    const { organization, amir } = await suite.people();
    const told: (UserRow & { readonly address: string; readonly token: string })[] = [];
    for (let n = 0; n < PEOPLE; n += 1) {
      const address = `killed-${organization.id}-${n}@example.com`;
      const user = await suite.rows.user(organization, { deliveryEmail: address });
      await suite.settings(user, { email_notifications_batching_period_seconds: 1 });
      await suite.stores.call(addFcmToken, user.caller, { token: `killed:${n}` });
      told.push({ ...user, address, token: `killed:${n}` });
    }
    // It can send nothing: no mail is accepted, and the push service does not answer.
    fcm.answers.toAll('silence');
    const first = start({ SMTP_URL: 'smtp://127.0.0.1:9', INSTANCE: 'notifications-killed' });
    for (const user of told) await suite.direct(amir, [user], `Hello ${user.token}`);
    await until(async () => fcm.answers.offered > 0 && (await count('queued_mail')) > 0);
    await processes.kill(first);
    const leftByFirst = await count('push_delivery');

    fcm.answers.toAll();
    await endClaims();
    start({ ...smtp.env, INSTANCE: 'notifications-next' });
    const mails = () => told.map(({ address }) => smtp.countTo(address));
    const pushes = () => told.map(({ token }) => fcm.answers.to(token).length);
    await until(() => [...mails(), ...pushes()].every((each) => each > 0));
    await until(async () => (await count('missed_message')) + (await count('queued_mail')) + (await count('push_delivery')) === 0);
    const onceEach = told.map(() => 1);
    expect({ mails: mails(), pushes: pushes() }).toEqual({ mails: onceEach, pushes: onceEach });
    expect(leftByFirst).toBeGreaterThan(0);
  }, 400_000);
});
