import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { type DemoUser, organizationOf, personOf, readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { NotedActor, RequestLog } from '../client/request-log.js';
import { ClusterLoad } from '../cluster/cluster-load.js';
import { summaryInWords } from '../cluster/ledger.js';
import { Writers } from '../cluster/operations/writers.js';
import { queryAt } from '../cluster/time-travel/suite-postgres.js';
import { MixedSuite } from './mixed-suite.js';
import { type OldJob, refusesNewerSchemas, runOldJob } from './old-job.js';
import { Visits } from './visits.js';

/** event-queue is first: docs/operations.md, "Stop and upgrade". */
const AFTER_EVENT_QUEUE = ['organization', 'channels', 'messaging', 'settings', 'invitations', 'notifications', 'gateway'] as const;
/** Of each process, before the next step. */
const CALLS = 10;
const PAUSE_MS = 50;
const WRITERS = 3;
const DRAIN_MS = 60_000;
const RUN_MS = 1_500_000;

const directory = process.env.PARLEY_UPGRADE_DIRECTORY ?? '';
const requests = new RequestLog();
let mixed: MixedSuite;
let load: ClusterLoad;
let writers: Writers;
let visits: Visits;
let oldJob: OldJob;
let storedMessages: number;
const installations: Record<string, unknown>[] = [];
const done: string[] = [];

async function step(title: string, work: () => Promise<unknown>): Promise<void> {
  mixed.say(title);
  await work();
  await mixed.served.untilEachServes(CALLS);
  installations.push({ step: title, ...(await mixed.installation()) });
  done.push(title);
}

/** Checked messages in one organization; in the other one, changes of every kind. */
async function startLoad(): Promise<void> {
  const demo = readDemo(mixed.suite.demoFile);
  const actorOf = (user: DemoUser) => new NotedActor(requests, demo.base_url, user);
  load = new ClusterLoad({ ...demo, organizations: [organizationOf(demo, 'other')] }, PAUSE_MS, actorOf);
  await load.prepare();
  load.start();
  const home = organizationOf(demo, 'demo');
  const people = home.users.filter((user) => !user.is_bot);
  const members = people.filter(({ role }) => role === ROLES.member).slice(0, WRITERS);
  writers = new Writers(demo.base_url, personOf(home, ROLES.owner), members, actorOf, { mayLackEndpoints: true });
  await writers.start(people);
  visits = new Visits(actorOf(personOf(home, ROLES.owner)));
  visits.start();
}

async function upgradeAndReturn(): Promise<void> {
  await step('load on the old version', startLoad);
  await step('migration job of the new version', async () => mixed.say(await mixed.migrate('new')));
  await step('event-queue of both versions', () => mixed.replace('event-queue', 'new', 1));
  await step('event-queue of the new version', () => mixed.replace('event-queue', 'new'));
  await step('every service of both versions', async () => {
    for (const service of AFTER_EVENT_QUEUE) await mixed.replace(service, 'new', 1);
    await mixed.addNewServices();
  });
  await step('every service of the new version', async () => {
    for (const service of AFTER_EVENT_QUEUE) await mixed.replace(service, 'new');
  });
  await step('migration job of the old version on the newer schema', async () => {
    oldJob = await runOldJob(mixed);
  });
  await step('messaging of the old version again', () => mixed.replace('messaging', 'old'));
  await step('every service but event-queue of the old version again', async () => {
    for (const service of AFTER_EVENT_QUEUE.toReversed()) await mixed.replace(service, 'old');
  });
  await step('every service of the old version again', () => mixed.replace('event-queue', 'old'));
}

beforeAll(async () => {
  mixed = await MixedSuite.start(directory, process.env.PARLEY_UPGRADE_FROM ?? '');
  await upgradeAndReturn();
  await Promise.all([writers.stop(), visits.stop()]);
  await load.finish(DRAIN_MS);
  await mixed.served.look();
  const [row] = await queryAt<{ count: number }>(
    mixed.suite.databaseUrl,
    'SELECT count(*)::int AS count FROM message WHERE content LIKE $1',
    [`%of run ${process.pid}%`],
  );
  storedMessages = row?.count ?? 0;
  mixed.say(summaryInWords(load.ledger.summary()));
  mixed.say(
    `requests answered ${requests.answered}, failed ${requests.failed.length}, too slow ${requests.tooSlow.length}; operations of every kind ${writers.done}`,
  );
}, RUN_MS);
afterAll(async () => {
  closeConnections();
  await mixed?.suite.stop();
}, 120_000);

describe('a rolling upgrade from the previous version under load, and back', () => {
  it('goes through all steps, in which every process of both versions serves', () => {
    expect(done).toHaveLength(10);
    const idle = [...mixed.served.byName].filter(([, { calls }]) => calls < CALLS).map(([name]) => name);
    expect(idle).toEqual([]);
    expect(mixed.fannedOutBy('old')).toBeGreaterThan(100);
    expect(mixed.fannedOutBy('new')).toBeGreaterThan(100);
  });

  it('loses, duplicates and misorders no event, and shows none to others', () => {
    const { acked, delivered, lost, duplicated, reordered, leaked, changed } = load.ledger.summary();
    expect({ lost, duplicated, reordered, leaked, details: load.ledger.details() }).toEqual({
      lost: 0,
      duplicated: 0,
      reordered: 0,
      leaked: 0,
      details: [],
    });
    expect(acked).toBeGreaterThan(1_000);
    expect(delivered).toBeGreaterThan(acked);
    expect(Math.min(...Object.values(changed))).toBeGreaterThan(50);
  });

  it('stores exactly the messages that were acknowledged and not deleted', () => {
    const { acked, changed } = load.ledger.summary();
    expect(storedMessages).toBe(acked - changed.deleted);
  });

  it('fails no request, and ends no event queue', () => {
    expect({ failed: requests.failed.slice(0, 20), load: load.failures, writers: writers.failures, visits: visits.failures }).toEqual({
      failed: [],
      load: [],
      writers: [],
      visits: [],
    });
    expect(requests.tooSlow.length).toBeLessThan(requests.answered / 100);
  });

  it('skips no event that a version does not know', () => {
    const skipped = [...mixed.served.byName].filter(([, { skipped }]) => skipped > 0);
    expect(skipped).toEqual([]);
  });

  it('lets notifications take the events of processes of both versions, also those of a version without it', () => {
    const { taken, givenUp } = mixed.served.notified;
    expect(givenUp).toBe(0);
    expect(taken).toBeGreaterThan(100);
  });

  it('refuses the migration job of the old version on the newer schema, with the names of both, and loses nothing', () => {
    const { refusal, before, after } = oldJob;
    if (refusesNewerSchemas(mixed.oldCheckout)) {
      expect(refusal).toContain(
        `has the migration ${mixed.newestMigration('new')}, which this version does not know: its newest is ${mixed.newestMigration('old')}. A newer version made this database, and nothing was changed.`,
      );
      expect(after).toEqual(before);
    }
    // A password that is set again has another hash, although it is the same.
    const { logins: _, ...rest } = after;
    expect(rest).toEqual({ migrations: before.migrations, columns: before.columns, functions: before.functions });
  });

  it('records the version of the schema when the new migration job has run, and keeps it when processes go back', () => {
    const [before, ...after] = installations;
    const [old, present] = [mixed.newestMigration('old'), mixed.newestMigration('new')];
    // A version that does not record its schema has none.
    expect(before).toMatchObject({ newestMigration: old, schemaVersion: before?.schemaVersion === null ? null : old });
    expect(after.map(({ newestMigration, schemaVersion }) => [newestMigration, schemaVersion])).toEqual(
      after.map(() => [present, present]),
    );
    const oldest = after.map(({ oldestVersion }) => oldestVersion);
    // Otherwise the old version would not have started again.
    expect(oldest.filter((version) => version !== null && String(version) > old)).toEqual([]);
  });
});
