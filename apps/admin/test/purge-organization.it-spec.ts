import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PurgePart, SYSTEM_VISITOR } from '@parley/contracts';
import { purgeChannels } from '@parley/contracts/channels';
import { purgeLog } from '@parley/contracts/event-queue';
import { purgeInvitations } from '@parley/contracts/invitations';
import { purgeMessages } from '@parley/contracts/messaging';
import { purgeNotifications } from '@parley/contracts/notifications';
import { beginPurge, endPurge, purgeAcceptances, purgePeople } from '@parley/contracts/organization';
import { purgePersonalSettings } from '@parley/contracts/settings';
import { Prisma, type PurgeStep, purgeRows, purgeStatement } from '@parley/persistence';
import { testEnvironment } from '@parley/runtime';
import { PurgeChannels } from '../../channels/src/purge/purge-channels.js';
import { PurgeLog } from '../../event-queue/src/purge/purge-log.js';
import { KEY_PREFIX } from '../../event-queue/src/queues/queue-connection.js';
import { PurgeInvitations } from '../../invitations/src/purge/purge-invitations.js';
import { PurgeMessages } from '../../messaging/src/purge/purge-messages.js';
import { PurgeNotifications } from '../../notifications/src/purge/purge-notifications.js';
import { PurgeAcceptances } from '../../organization/src/purge/purge-acceptances.js';
import { PurgePeople } from '../../organization/src/purge/purge-people.js';
import { PurgePersonalSettings } from '../../settings/src/purge/purge-personal-settings.js';
import { contentsOf, type FilledOrganization, filledOrganization, tablesOfOrganizations } from './filled-organization.js';
import { OperatedSuite } from './operated-suite.js';

const { PARLEY_TEST_MESSAGES } = testEnvironment();
/** More than one portion. */
const MESSAGES = Number(PARLEY_TEST_MESSAGES ?? 2_500);
const TIMEOUT_MS = 120_000 + MESSAGES;
const PARTS: readonly PurgePart[] = [
  purgeNotifications,
  purgeMessages,
  purgePersonalSettings,
  purgeChannels,
  purgeLog,
  purgeAcceptances,
  purgeInvitations,
  purgePeople,
];

let suite: OperatedSuite;
beforeAll(async () => {
  suite = await OperatedSuite.open('organization', 'messaging', 'channels', 'settings', 'invitations', 'notifications', 'event-queue');
}, 120_000);
afterAll(() => suite.close());

const database = () => suite.stores.database;
/** Deactivated long enough ago. */
const deactivate = (id: number) =>
  database().client.$executeRaw`UPDATE organization SET deactivated_at = now() - interval '1 hour' WHERE id = ${id}`;
const call = (part: PurgePart, organizationId: number, step: number) =>
  suite.stores.rpc.call(part, { organizationId, step }, SYSTEM_VISITOR);

/** Tables with rows of it, except for the entry of the audit log that stays. */
async function remains({ id }: FilledOrganization): Promise<string[]> {
  const contents = await contentsOf(database(), id);
  return [...contents].filter(([table, { rows }]) => rows > (table === 'audit_log' ? 1 : 0)).map(([table]) => table);
}

async function filesOf({ files }: FilledOrganization): Promise<string[]> {
  const sizes = await Promise.all([...files.keys()].map((key) => suite.stores.storage.size(key)));
  return [...files.keys()].filter((_, index) => sizes[index] !== undefined);
}

/** The steps of all services, made here so that they run in this process. */
function allSteps(): readonly PurgeStep[] {
  const { storage } = suite.stores;
  const parts = [
    new PurgeNotifications(database()),
    new PurgeMessages(database(), storage),
    new PurgePersonalSettings(database()),
    new PurgeChannels(database()),
    new PurgeLog(database(), undefined as never, undefined as never),
    new PurgeAcceptances(database()),
    new PurgeInvitations(database()),
    new PurgePeople(database(), storage),
  ];
  return parts.flatMap(({ steps }) => steps);
}

describe('a purge', () => {
  it('empties every table that has rows of organizations', async () => {
    const emptied = allSteps().flatMap(({ tables }) => tables);
    // The last step deletes its row together with the organization.
    expect([...emptied, 'organization_counter'].sort()).toEqual(await tablesOfOrganizations(database()));
  });

  it('finds the rows of each table by an index', async () => {
    const byRows = allSteps().flatMap(({ tables: [table], way }) => (table === undefined || way === undefined ? [] : [{ table, way }]));
    expect(byRows.length).toBeGreaterThan(40);
    await database().transaction(async (tx) => {
      // As `purgePortion` sets them.
      for (const setting of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
        await tx.$queryRaw`SELECT set_config(${setting}, 'off', true)`;
      for (const { table, way } of byRows) {
        const explained = Prisma.sql`EXPLAIN (FORMAT JSON, COSTS OFF) ${purgeStatement(table, way, 1, 2_000)}`;
        const plan = JSON.stringify(await tx.$queryRaw(explained));
        expect(plan).toContain(`"Relation Name":"${table}"`);
        expect([table, plan.match(/"(Seq Scan|Sort)"/g)]).toEqual([table, null]);
      }
    });
  });

  it(
    'deletes everything of one organization and nothing of another',
    async () => {
      const [gone, kept] = [await filledOrganization(suite, MESSAGES), await filledOrganization(suite)];
      const before = await contentsOf(database(), kept.id);
      expect([...before].filter(([, { rows }]) => rows === 0).map(([table]) => table)).toEqual([]);
      const { redis } = suite.stores;
      const keysOf = async ({ id }: FilledOrganization) => (await redis.client.keys('*')).filter((key) => key.includes(`{${id}}`));
      // What a build of the index leaves behind.
      for (const { id } of [gone, kept]) await redis.client.sAdd(`${KEY_PREFIX}{${id}}:us`, '7');
      await deactivate(gone.id);

      const outcome = await suite.run('purge-organization', gone.stringId, '--yes', '--json');
      expect(outcome).toMatchObject({ exitCode: 0 });
      if (PARLEY_TEST_MESSAGES !== undefined) process.stderr.write(`${outcome.out}${outcome.error}`);
      expect(JSON.parse(outcome.out)).toMatchObject({ id: gone.id, string_id: gone.stringId, rows: expect.any(Number) });

      expect(await remains(gone)).toEqual([]);
      expect(await filesOf(gone)).toEqual([]);
      expect(await keysOf(gone)).toEqual([]);
      expect(await database().client.queuedMail.count({ where: { key: gone.stringId } })).toBe(0);
      const audit = await database().client.$queryRaw`SELECT kind, actor_kind FROM audit_log WHERE organization_id = ${gone.id}`;
      expect(audit).toEqual([{ kind: 'organization.removed', actor_kind: 'operator' }]);

      expect(await contentsOf(database(), kept.id)).toEqual(before);
      expect(await filesOf(kept)).toEqual([...kept.files.keys()]);
      expect(await keysOf(kept)).toHaveLength(1);
      expect(await suite.run('list-organizations')).toMatchObject({ out: expect.not.stringContaining(gone.stringId) });
    },
    TIMEOUT_MS,
  );

  it('goes on with the same table if another call deletes its rows at the same moment', async () => {
    const { id } = await filledOrganization(suite);
    const way = { key: ['message_id'] };
    const step = purgeRows(database(), 'message_search', way, 5);
    const { running } = await database().transaction(async (tx) => {
      await tx.$queryRaw(purgeStatement('message_search', way, id, 5));
      const begun = step.run(id);
      const isWaiting = Prisma.sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await database().client.$queryRaw<unknown[]>(isWaiting)).length === 0) await delay(20);
      return { running: begun };
    });
    expect(await running).toEqual({ deleted: 0, hasMore: true });
  });

  it('removes no file of another organization, although an upload names one', async () => {
    const [gone, kept] = [await filledOrganization(suite), await filledOrganization(suite)];
    await database().direct.$executeRaw(
      Prisma.sql`
        UPDATE attachment SET path_id = (SELECT k.path_id || 'x' FROM attachment k WHERE k.organization_id = ${kept.id})
        WHERE organization_id = ${gone.id}`,
    );
    await deactivate(gone.id);
    expect(await suite.run('purge-organization', gone.stringId, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await filesOf(kept)).toEqual([...kept.files.keys()]);
  });

  it('that was interrupted after any call goes on with the next run', async () => {
    for (let calls = 0; calls < PARTS.length; calls += 2) {
      const organization = await filledOrganization(suite);
      await deactivate(organization.id);
      await suite.stores.rpc.call(beginPurge, { organizationId: organization.id }, SYSTEM_VISITOR);
      for (const [n, part] of PARTS.slice(0, calls).entries()) {
        // Each part before the last runs to its end. Of the last part only one call runs, as if it was interrupted.
        let next: number | null = 0;
        do ({ next } = await call(part, organization.id, next));
        while (next !== null && n < calls - 1);
      }
      expect(await suite.run('list-organizations')).toMatchObject({ out: expect.stringMatching(`${organization.stringId}.*being purged`) });
      expect(await suite.run('purge-organization', organization.stringId, '--yes')).toMatchObject({ exitCode: 0 });
      expect(await remains(organization)).toEqual([]);
    }
  }, 120_000);
});

describe('is refused', () => {
  let active: FilledOrganization;
  beforeAll(async () => {
    active = await filledOrganization(suite);
  }, 60_000);
  const refused = (sentence: string) => ({ exitCode: 1, out: '', error: `${sentence}\n` });

  it('for an active organization, and services delete nothing of it', async () => {
    const before = await contentsOf(database(), active.id);
    expect(await suite.run('purge-organization', active.stringId, '--yes')).toEqual(
      refused('The organization is active. Deactivate it first.'),
    );
    for (const part of PARTS)
      await expect(call(part, active.id, 0)).rejects.toMatchObject({ msg: 'The organization is not being purged.' });
    const end = suite.stores.rpc.call(endPurge, { organizationId: active.id }, SYSTEM_VISITOR);
    await expect(end).rejects.toMatchObject({ msg: 'The organization is not being purged.' });
    expect(await contentsOf(database(), active.id)).toEqual(before);
  });

  it('for an organization that does not exist', async () => {
    expect(await suite.run('purge-organization', 'nowhere', '--yes')).toEqual(refused('There is no organization "nowhere".'));
  });

  it('without --yes', async () => {
    const { stringId, id } = await filledOrganization(suite);
    await deactivate(id);
    expect(await suite.run('purge-organization', stringId)).toEqual(
      refused(`This deletes all data of Organization ${stringId} (${stringId}). It cannot be taken back. Add --yes to do it.`),
    );
  });

  it('while changes that began before the deactivation may still run', async () => {
    const { stringId, id } = await filledOrganization(suite);
    await suite.run('deactivate-organization', stringId);
    const { waitSeconds } = await suite.stores.rpc.call(beginPurge, { organizationId: id }, SYSTEM_VISITOR);
    expect(waitSeconds).toBeGreaterThan(60);
    await expect(call(purgeMessages, id, 0)).rejects.toMatchObject({ msg: 'The organization is not being purged.' });
    expect(await suite.run('reactivate-organization', stringId)).toMatchObject({ exitCode: 0 });
  });

  it('and its organization cannot be reactivated once it has begun', async () => {
    const { stringId, id } = await filledOrganization(suite);
    await deactivate(id);
    await suite.stores.rpc.call(beginPurge, { organizationId: id }, SYSTEM_VISITOR);
    expect(await suite.run('reactivate-organization', stringId)).toEqual(
      refused('The organization is being purged. This cannot be taken back.'),
    );
  });
});
