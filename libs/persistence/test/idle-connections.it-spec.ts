import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectSoon, type TestDatabase, testDatabase } from '@parley/testing';
import { Database, isDatabaseAway } from '../src/index.js';

const NAME = 'idle-connections';
const CONNECTIONS = 4;
/** Longer than pg keeps idle connections by default. */
const CALM_MS = 11_000;

let postgres: TestDatabase;
let service: Database;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());
beforeEach(() => {
  service = new Database({ url: postgres.env.DATABASE_URL, poolSize: CONNECTIONS, name: NAME });
});
afterEach(() => service.close());

/** Uses all connections at once. */
async function backends(): Promise<number[]> {
  const query = () => service.client.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid FROM pg_sleep(0.2)`;
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, query));
  return answers.flatMap((rows) => rows.map(({ pid }) => pid)).sort();
}

/** Ends all connections, as PostgreSQL does when it stops. */
async function endConnections(): Promise<void> {
  await postgres.database.client.$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${NAME}`;
}

const open = async () => {
  const [row] = await postgres.database.client.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = ${NAME}`;
  return row?.count;
};

describe('idle connections', () => {
  it(
    'stay open on a calm server, so that their prepared statements stay planned',
    async () => {
      const before = await backends();
      await new Promise((resolve) => setTimeout(resolve, CALM_MS));
      expect(await backends()).toEqual(before);
    },
    CALM_MS + 20_000,
  );

  it('that PostgreSQL ended, as in a restart or a failover, are replaced', async () => {
    const before = await backends();
    expect(new Set(before).size).toBe(CONNECTIONS);
    await endConnections();
    await expectSoon(open, 0);
    // The answer may be read before the ends of the other connections that arrived with it.
    await new Promise((resolve) => setImmediate(resolve));
    const after = await backends();
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(await backends()).toEqual(after);
  });

  it('that PostgreSQL ends in the same moment as they are used fail at most once each, with an error that may be retried', async () => {
    await backends();
    const failures: unknown[] = [];
    await Promise.all([
      endConnections(),
      ...Array.from({ length: 50 }, () => service.ping().catch((error: unknown) => failures.push(error))),
    ]);
    expect(failures.filter((error) => !isDatabaseAway(error))).toEqual([]);
    expect(failures.length).toBeLessThanOrEqual(CONNECTIONS);
    expect(await backends()).toHaveLength(CONNECTIONS);
  });
});
