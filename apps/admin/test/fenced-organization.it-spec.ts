import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OutboxRelay } from '@parley/event-log';
import { SentMails } from '@parley/mail';
import { Prisma } from '@parley/persistence';
import { TestSuite } from '@parley/testing';
import { RefreshActivity } from '../../channels/src/activity/refresh-activity.js';
import { ChannelsServiceModule } from '../../channels/src/channels-service.module.js';
import { channelsConfig } from '../../channels/src/config.js';
import { eventQueueConfig } from '../../event-queue/src/config.js';
import { EventQueueModule } from '../../event-queue/src/event-queue.module.js';
import { EraseTexts } from '../../event-queue/src/retention/erase-texts.js';
import { EraseFiles } from '../../messaging/src/attachments/erase-files.js';
import { messagingConfig } from '../../messaging/src/config.js';
import { ApplyRetention } from '../../messaging/src/deleting/apply-retention.js';
import { claimDueOrganizations } from '../../messaging/src/due/due.repository.js';
import { ForgetLocalIds } from '../../messaging/src/local-ids/forget-local-ids.js';
import { MessagingModule } from '../../messaging/src/messaging.module.js';
import { CompactReadFlags } from '../../messaging/src/unread/compact-read-flags.js';
import { ForgetOldEntries } from '../../organization/src/audit/forget-old-entries.js';
import { organizationConfig } from '../../organization/src/config.js';
import { OrganizationModule } from '../../organization/src/organization.module.js';
import { raiseFence, takeDownFence } from '../src/moving/fences.js';
import { contentsOf, filledOrganization } from './filled-organization.js';

let stores: TestSuite;
/** Each job of the services that works on all organizations. */
let jobs: Readonly<Record<string, () => Promise<unknown>>>;

beforeAll(async () => {
  stores = await TestSuite.open();
  const messaging = (await stores.start('messaging', MessagingModule, messagingConfig)).app;
  const channels = (await stores.start('channels', ChannelsServiceModule, channelsConfig)).app;
  const organization = (await stores.start('organization', OrganizationModule, organizationConfig)).app;
  const eventQueue = (await stores.start('event-queue', EventQueueModule, eventQueueConfig)).app;
  jobs = {
    retention: () => messaging.get(ApplyRetention).execute(),
    files: () => messaging.get(EraseFiles).execute(new Date()),
    localIds: () => messaging.get(ForgetLocalIds).execute(),
    readFlags: () => messaging.get(CompactReadFlags).execute(1),
    activity: () => channels.get(RefreshActivity).execute(new Date()),
    audit: () => organization.get(ForgetOldEntries).execute(),
    texts: () => eventQueue.get(EraseTexts).execute(),
    due: () => claimDueOrganizations(stores.database.direct, 100, 60),
    outbox: () => messaging.get(OutboxRelay, { strict: false }).sweep(),
    mails: () => new SentMails(stores.database, 60).noteSent('of no one'),
  };
}, 120_000);
afterAll(() => stores.close());

/** Gives each job something to do in the organization. As a replica, so that a fence does not refuse it. */
async function makeOverdue(id: number): Promise<void> {
  const statements = [
    Prisma.sql`UPDATE message SET sent_at = sent_at - interval '100 days' WHERE organization_id = ${id}`,
    Prisma.sql`UPDATE message_flag SET flags = 1 WHERE organization_id = ${id}`,
    Prisma.sql`UPDATE channel SET weekly_traffic = 77, is_recently_active = true WHERE organization_id = ${id}`,
    Prisma.sql`DELETE FROM attachment_message WHERE organization_id = ${id}`,
    Prisma.sql`UPDATE attachment SET unclaimed_since = now() - interval '30 days' WHERE organization_id = ${id}`,
    Prisma.sql`UPDATE file_to_erase SET erase_after = now() - interval '1 day' WHERE organization_id = ${id}`,
    Prisma.sql`UPDATE text_to_erase SET deleted_at = now() - interval '30 days' WHERE organization_id = ${id}`,
    Prisma.sql`UPDATE sent_local_id SET sent_at = now() - interval '90 days' WHERE organization_id = ${id}`,
    Prisma.sql`UPDATE audit_log SET at = now() - interval '9 years' WHERE organization_id = ${id}`,
    Prisma.sql`UPDATE sent_mail SET claimed_at = now() - interval '90 days' WHERE organization_id = ${id}`,
    Prisma.sql`UPDATE due_organization SET next_at = now() - interval '1 day' WHERE organization_id = ${id}`,
    Prisma.sql`UPDATE outbox_call SET given_up_at = NULL, next_attempt_at = now() - interval '1 day' WHERE organization_id = ${id}`,
  ];
  await stores.database.transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    for (const statement of statements) await tx.$executeRaw(statement);
  });
}

const silent = () => undefined;

it.each(['closed', 'elsewhere'] as const)(
  'the jobs of a cell leave an organization alone whose fence is %s, and go on with others',
  async (state) => {
    const [fenced, other] = [await filledOrganization({ stores }), await filledOrganization({ stores })];
    await raiseFence(stores.database, fenced.id, state, silent);
    for (const { id } of [fenced, other]) await makeOverdue(id);
    const before = await contentsOf(stores.database, fenced.id);
    const filesBefore = await Promise.all([...fenced.files.keys()].map((key) => stores.storage.size(key)));
    for (const [name, run] of Object.entries(jobs)) expect([name, await run().then(() => 'done', String)]).toEqual([name, 'done']);
    expect(await contentsOf(stores.database, fenced.id)).toEqual(before);
    expect(await Promise.all([...fenced.files.keys()].map((key) => stores.storage.size(key)))).toEqual(filesBefore);

    const done = await contentsOf(stores.database, other.id);
    const rows = (table: string) => done.get(table)?.rows;
    expect([rows('sent_local_id'), rows('sent_mail'), rows('text_to_erase'), rows('attachment')]).toEqual([0, 0, 0, 0]);
    const [erased] = [...other.files].find(([, content]) => content === 'waits for its erasure') ?? [];
    expect(await stores.storage.size(erased ?? '')).toBeUndefined();
    expect(rows('message')).toBeLessThan(before.get('message')?.rows ?? 0);
    await takeDownFence(stores.database, fenced.id, silent);
    await stores.database.direct.$executeRaw(Prisma.sql`UPDATE organization SET name = 'Free' WHERE id = ${fenced.id}`);
  },
  120_000,
);
