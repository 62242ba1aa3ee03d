import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addFcmToken } from '@parley/contracts/settings';
import { FakeFcm, TEST_CALLER_SECRET, type TestSmtp, testSmtp, type UserRow } from '@parley/testing';
import { settingsConfig } from '../../settings/src/config.js';
import { SettingsServiceModule } from '../../settings/src/settings-service.module.js';
import { NotificationsSuite } from './notifications-suite.js';

/** The process as it is built, because only a process of its own can be killed. */
const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const PEOPLE = 40;
/** A job of a killed process is taken again after a minute. */
const DEADLINE_MS = 150_000;

let suite: NotificationsSuite;
let fcm: FakeFcm;
let smtp: TestSmtp;
const processes = new Set<ChildProcess>();

beforeAll(async () => {
  [suite, fcm, smtp] = await Promise.all([NotificationsSuite.open(), FakeFcm.start(), testSmtp()]);
  await suite.stores.start('settings', SettingsServiceModule, settingsConfig, { PUSH_SERVICES: 'fcm' });
}, 60_000);
afterAll(async () => {
  for (const each of processes) each.kill('SIGKILL');
  await Promise.all([suite.close(), fcm.close(), smtp.close()]);
});

function start(env: Readonly<Record<string, string>>): ChildProcess {
  const given = {
    ...suite.stores.env,
    PARLEY_CALLER_SECRET: TEST_CALLER_SECRET,
    LOG_LEVEL: 'silent',
    PUSH_SERVICES: 'fcm',
    FCM_CREDENTIALS: JSON.stringify(fcm.account),
    FCM_ENDPOINT: fcm.url,
    ...env,
  };
  const started = spawn(process.execPath, [PROGRAM], { env: given, stdio: 'ignore' });
  processes.add(started);
  return started;
}

async function kill(process: ChildProcess): Promise<void> {
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
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
    await kill(first);
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
