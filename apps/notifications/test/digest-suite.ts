import { afterAll, beforeAll } from '@jest/globals';
import { expectSoon, type TestSmtp, testSmtp, type UserRow } from '@parley/testing';
import { organizationConfig } from '../../organization/src/config.js';
import { OrganizationModule } from '../../organization/src/organization.module.js';
import { settingsConfig } from '../../settings/src/config.js';
import { SettingsServiceModule } from '../../settings/src/settings-service.module.js';
import { notificationsConfig } from '../src/config.js';
import { NotificationsServiceModule } from '../src/notifications-service.module.js';
import { NotificationsSuite } from './notifications-suite.js';

export let suite: NotificationsSuite;
export let smtp: TestSmtp;

/** Two processes of the service, and what they need. Called once by each file of tests. */
export function openDigests(): void {
  beforeAll(async () => {
    [suite, smtp] = await Promise.all([NotificationsSuite.open(), testSmtp()]);
    const env = { ...smtp.env, EXTERNAL_HOST: 'chat.example', EXTERNAL_SCHEME: 'https' };
    await Promise.all([
      ...[1, 2].map((n) =>
        suite.stores.start('notifications', NotificationsServiceModule, notificationsConfig, { ...env, INSTANCE: `notifications-${n}` }),
      ),
      suite.stores.start('settings', SettingsServiceModule, settingsConfig, env),
      suite.stores.start('organization', OrganizationModule, organizationConfig, env),
    ]);
  }, 60_000);
  afterAll(() => Promise.all([suite.close(), smtp.close()]));
}

export const sql = () => suite.stores.database.direct;

export interface Away extends UserRow {
  readonly address: string;
}

/** Someone whose last request was ten days ago, with an address of their own. */
export async function awayFor(user: UserRow): Promise<Away> {
  const address = `away-${user.id}@example.com`;
  await sql().$executeRaw`
    UPDATE user_account SET delivery_email = ${address}, last_active_on = current_date - 10 WHERE organization_id = ${user.organizationId} AND id = ${user.id}`;
  return { ...user, address };
}

/** Zoe is away, and Amir is not. */
export async function people(settings: Parameters<NotificationsSuite['people']>[0] = {}) {
  const found = await suite.people({ digest_emails_enabled: true, ...settings });
  await sql()
    .$executeRaw`UPDATE channel SET created_at = now() - interval '1 year' WHERE organization_id = ${found.organization.id} AND id = ${found.channel.id}`;
  // Their mails about missed messages are another matter.
  const zoe = await awayFor(found.zoe);
  await suite.settings(zoe, { email_notifications_batching_period_seconds: 3_600 });
  const amir = { ...found.amir, address: `amir-${found.amir.id}@example.com` };
  await sql()
    .$executeRaw`UPDATE user_account SET delivery_email = ${amir.address} WHERE organization_id = ${found.organization.id} AND id = ${amir.id}`;
  return { ...found, zoe, amir };
}
export type People = Awaited<ReturnType<typeof people>>;

export const mailTo = ({ address }: Away) => smtp.next(address, 60_000);

export const runOf = (organization: { readonly id: number }) =>
  suite.stores.database.client.digestRun.findUnique({ where: { organizationId: organization.id } });
export const isScheduled = async (organization: { readonly id: number }) => (await runOf(organization)) !== null;

/**
 * Makes the digest of the organization now, and waits until each mail is sent or was found to be unnecessary. It was scheduled a minute ago, because
 * the clocks of processes may differ.
 */
export async function digest(organization: { readonly id: number }): Promise<void> {
  await startDigest(organization);
  await endDigest(organization);
}

export async function startDigest(organization: { readonly id: number }): Promise<void> {
  // An event that is followed later may move the digest to its weekday again.
  await expectSoon(() => followed(organization), true);
  await expectSoon(() => isScheduled(organization), true);
  await sql()
    .$executeRaw`UPDATE digest_run SET scheduled_at = now() - interval '1 minute', due_at = now() WHERE organization_id = ${organization.id}`;
}

export async function endDigest(organization: { readonly id: number }): Promise<void> {
  const isMade = async () => {
    const run = await runOf(organization);
    return run === null || (run.begunAt === null && run.scheduledAt > new Date());
  };
  await expectSoon(isMade, true);
  await expectSoon(() => unsent(organization), 0);
}

export async function unsent({ id }: { readonly id: number }): Promise<number | undefined> {
  const [row] = await suite.stores.database.client.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM queued_mail WHERE job = 'notifications-digest' AND payload ->> 'organizationId' = ${String(id)}`;
  return row?.n;
}

/** Whether the service has seen all events of the organization. */
export async function followed({ id: organizationId }: { readonly id: number }): Promise<boolean> {
  const [counter, cursor] = await Promise.all([
    suite.stores.database.client.organizationCounter.findUniqueOrThrow({ where: { organizationId } }),
    suite.stores.database.client.notificationCursor.findUnique({ where: { organizationId } }),
  ]);
  return counter.seq === (cursor?.seq ?? 0n);
}
