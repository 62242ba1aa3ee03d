import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { organizationOf, readDemo } from '../../client/demo.js';
import { closeConnections } from '../../client/http.js';
import { KillTargets } from '../../client/kill-targets.js';
import { SuitePostgres } from './suite-postgres.js';
import { TravellingLoad, type TravelReport } from './travelling-load.js';

/** How many messages are acknowledged, at least, and then lost by the database. */
const LOST = 4;
/** Messages before PostgreSQL goes back, and after. */
const ENOUGH = 100;
const TIMEOUT_MS = 600_000;

const killTargets = new KillTargets();
afterAll(closeConnections);

async function underLoad(goBack: (postgres: SuitePostgres, load: TravellingLoad) => Promise<void>): Promise<TravelReport> {
  await killTargets.untilAllReady();
  const demo = readDemo(process.env.PARLEY_DEMO_JSON);
  const postgres = await SuitePostgres.open();
  const load = new TravellingLoad(demo, organizationOf(demo, 'demo'), postgres);
  try {
    await load.start();
    await load.untilMoreAcknowledged(ENOUGH);
    await goBack(postgres, load);
    await load.hasGoneBack();
    await load.untilMoreAcknowledged(ENOUGH);
    return await load.finish();
  } finally {
    await load.stop();
  }
}

function expectExact(what: string, report: TravelReport, isNothingLost = false): void {
  process.stdout.write(`${what}: ${JSON.stringify(report)}\n`);
  const { lost, duplicated, reordered, leaked, failures } = report;
  expect({ lost, duplicated, reordered, leaked, failures }).toEqual({ lost: 0, duplicated: 0, reordered: 0, leaked: 0, failures: [] });
  if (isNothingLost) expect(report.lostByDatabase).toBe(0);
  else expect(report.lostByDatabase).toBeGreaterThan(0);
  expect(report.acknowledgedAfter).toBeGreaterThan(ENOUGH / 2);
  expect(report.delivered).toBeGreaterThan(ENOUGH / 2);
}

describe('while PostgreSQL goes back in time under load, clients receive exactly what the surviving log contains (P1, P2)', () => {
  it(
    'after a dump was restored',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'parley-dump-'));
      const dump = join(folder, 'dump.sql');
      // The account of PostgreSQL writes the dump.
      await chmod(folder, 0o777);
      try {
        const report = await underLoad(async (postgres, load) => {
          await postgres.dump(dump);
          await load.untilMoreAcknowledged(LOST);
          load.goesBack();
          await postgres.restore(dump);
        });
        expectExact('a dump restored', report);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );

  it(
    'after an asynchronous standby was promoted',
    async () => {
      let eventQueues: Promise<void>[] = [];
      const report = await underLoad((postgres, load) =>
        postgres.failOver(async () => {
          await load.untilMoreAcknowledged(LOST);
          load.goesBack();
          // When event-queue is back, the head of the log is past the former one: only the incarnation shows that it went back.
          eventQueues = ['event-queue-1', 'event-queue-2'].map((name) => killTargets.kill(name).isBack);
        }),
      );
      await Promise.all(eventQueues);
      expectExact('a standby promoted', report);
    },
    TIMEOUT_MS,
  );
});

it(
  'what was acknowledged while commits waited for a synchronous standby is there after it was promoted, and is delivered once',
  async () => {
    const report = await underLoad((postgres, load) =>
      postgres.failOverSynchronously(async () => {
        await load.untilMoreAcknowledged(ENOUGH);
        load.goesBack();
      }),
    );
    expectExact('a synchronous standby promoted', report, true);
  },
  TIMEOUT_MS,
);
