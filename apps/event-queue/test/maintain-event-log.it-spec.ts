import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Jobs } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { loadConfig, Runtime } from '@parley/runtime';
import { Rows, TEST_CALLER_SECRET, TestSuite } from '@parley/testing';
import { eventQueueConfig } from '../src/config.js';
import { KEEP_DAYS, MaintainEventLog } from '../src/retention/maintain-event-log.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

let suite: TestSuite;
let own: Database;
beforeAll(async () => {
  suite = await TestSuite.open();
  own = new Database({ url: String(suite.env.DATABASE_URL), poolSize: 2, name: 'tests', role: 'parley_event_queue' });
});
afterAll(async () => {
  await own.close();
  await suite.close();
});

const partitions = async () => {
  const found = await suite.database.client.$queryRaw<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'event_log'::regclass ORDER BY 1`;
  return found.map(({ name }) => name);
};
const dayName = (daysAgo: number) =>
  `event_log_${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function partition(daysAgo: number): Promise<void> {
  const day = (offset: number) => new Date(Date.now() - (daysAgo - offset) * 86_400_000).toISOString().slice(0, 10);
  await suite.database.client.$executeRawUnsafe(
    `CREATE TABLE ${dayName(daysAgo)} PARTITION OF event_log FOR VALUES FROM ('${day(0)} 00:00+00') TO ('${day(1)} 00:00+00')`,
  );
}

it('keeps what a queue may still need, drops what none can need, and creates partitions for the coming days; running it twice changes nothing', async () => {
  expect(KEEP_DAYS).toBe(8);
  const { id: organizationId } = await new Rows(suite.database).organization();
  await partition(KEEP_DAYS + 1);
  await partition(KEEP_DAYS - 1);
  for (const [seq, daysAgo] of [
    [1n, KEEP_DAYS + 1],
    [2n, KEEP_DAYS - 1],
  ] as const) {
    await suite.database.client.eventLog.create({
      data: { organizationId, seq, at: new Date(Date.now() - daysAgo * 86_400_000), type: 'old', payload: {} },
    });
  }
  const config = loadConfig(eventQueueConfig, { ...suite.env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' });
  const noJobs = {} as Jobs;
  const maintain = new MaintainEventLog(own, noJobs, new Runtime('event-queue', config));
  await maintain.execute();
  await maintain.execute();
  const names = await partitions();
  expect(names).not.toContain(dayName(KEEP_DAYS + 1));
  expect(names).toEqual(expect.arrayContaining([dayName(KEEP_DAYS - 1), dayName(-1), dayName(-2)]));
  const left = await suite.database.client.eventLog.findMany({ where: { organizationId } });
  expect(left.map(({ seq }) => seq)).toEqual([2n]);
});
