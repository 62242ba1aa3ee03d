import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestSmtp, testSmtp } from '@parley/testing';
import { digestJob } from '../src/digest/digest-job.js';
import { NotificationsSuite } from './notifications-suite.js';
import { OwnProcesses } from './own-process.js';

/** More than one page of people. On most machines the process dies before it has noted all of them. */
const PEOPLE = 205;
/** A job of a killed process is taken again after a minute. */
const DEADLINE_MS = 150_000;

let suite: NotificationsSuite;
let smtp: TestSmtp;
const processes = new OwnProcesses();

beforeAll(async () => {
  [suite, smtp] = await Promise.all([NotificationsSuite.open(), testSmtp()]);
}, 60_000);
afterAll(async () => {
  processes.killAll();
  await Promise.all([suite.close(), smtp.close()]);
});

const sql = () => suite.stores.database.direct;
const client = () => suite.stores.database.client;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await isSo()) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}

it('a process that is killed between noting digests and sending them leaves no one out: another one sends each of them once', async () => {
  const { organization, amir, channel } = await suite.people({ digest_emails_enabled: true });
  const at = { organizationId: organization.id };
  const ids = await suite.rows.manyUsers(organization, PEOPLE);
  await suite.rows.subscription(
    channel,
    ids.map((id) => ({ id })),
  );
  await sql().$executeRaw`
    UPDATE user_account SET last_active_on = current_date - 10 WHERE organization_id = ${organization.id} AND id = ANY (${ids}::int[])`;
  const people = await client().userAccount.findMany({ where: { ...at, id: { in: ids } }, select: { deliveryEmail: true } });
  const noted = () => client().digestMail.count({ where: at });
  const unsent = () => client().queuedMail.count({ where: { job: digestJob.name } });
  const run = () => client().digestRun.findUnique({ where: at });

  // No mail server accepts what it sends.
  const first = processes.start({ ...suite.stores.env, SMTP_URL: 'smtp://127.0.0.1:9', INSTANCE: 'notifications-killed' });
  await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
  await until(async () => (await run()) !== null);
  await sql().$executeRaw`
    UPDATE digest_run SET scheduled_at = now() - interval '1 minute', due_at = now() WHERE organization_id = ${organization.id}`;
  await until(async () => (await noted()) > 0);
  await processes.kill(first);
  const left = await unsent();
  expect(left).toBe(await noted());
  expect(left).toBeGreaterThan(0);

  // As if the time for which the killed process had reserved the organization had passed.
  await sql().$executeRaw`UPDATE digest_run SET due_at = now() WHERE organization_id = ${organization.id}`;
  processes.start({ ...suite.stores.env, ...smtp.env, INSTANCE: 'notifications-next' });
  const mails = () => people.map(({ deliveryEmail }) => smtp.countTo(deliveryEmail));
  await until(async () => mails().every((each) => each > 0));
  await until(async () => (await unsent()) === 0 && ((await run())?.begunAt ?? null) === null);
  expect(mails()).toEqual(people.map(() => 1));
  expect(await noted()).toBe(PEOPLE);
}, 400_000);
