import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCall } from '@parley/runtime';
import { expectSoon, type TestDatabase, testDatabase } from '@parley/testing';
import { Database, isDatabaseAway } from '../src/index.js';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

const { raw, running } = {
  raw: (text: string) => postgres.database.client.$queryRawUnsafe(text),
  running: async () => {
    const [row] = await postgres.database.client.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(%' AND pid <> pg_backend_pid()`;
    return row?.count;
  },
};

describe('a transaction', () => {
  it('of a service must not take a second connection, and tests detect it', async () => {
    const service = new Database({ url: postgres.env.DATABASE_URL, poolSize: 3, name: 'parley-tests-service', role: 'parley_messaging' });
    try {
      const select = () => service.client.$queryRawUnsafe('SELECT 2 AS two');
      await expect(service.transaction(select)).rejects.toThrow('A transaction must not take a second connection');
      const nested = service.transaction(() => service.transaction(async () => 1));
      await expect(nested).rejects.toThrow('A transaction must not take a second connection');
      expect(await service.transaction((tx) => tx.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
      expect(await select()).toEqual([{ two: 2 }]);
    } finally {
      await service.close();
    }
  });

  it('of a test may take one, to inspect what others see meanwhile', async () => {
    expect(await postgres.database.transaction(() => raw('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });
});

describe('a statement made for a call', () => {
  it('ends in PostgreSQL at the deadline of the call, and its connection remains usable', async () => {
    const slow = runCall(Date.now() + 300, () => raw('SELECT pg_sleep(600)'));
    const failure = await slow.catch((error) => error);
    expect(isDatabaseAway(failure)).toBe(true);
    await expectSoon(running, 0);
    for (let n = 0; n < 10; n += 1) expect(await raw(`SELECT ${n} AS n`)).toEqual([{ n }]);
  });

  it('also ends inside a transaction, which is rolled back', async () => {
    await raw('CREATE TABLE tried (n int)');
    const failure = await runCall(Date.now() + 300, () =>
      postgres.database.transaction(async (tx) => {
        await tx.$executeRaw`INSERT INTO tried VALUES (1)`;
        await tx.$queryRaw`SELECT pg_sleep(600)`;
      }),
    ).catch((error) => error);
    expect(isDatabaseAway(failure)).toBe(true);
    await expectSoon(running, 0);
    expect(await raw('SELECT * FROM tried')).toEqual([]);
  });

  it('is not sent after the deadline', async () => {
    const late = await runCall(Date.now() - 1, () => raw('SELECT 1')).catch((error) => error);
    expect(isDatabaseAway(late)).toBe(true);
  });

  it('waits for a connection with its own deadline, not that of the call that releases one', async () => {
    const hurried = Array.from({ length: 5 }, () => runCall(Date.now() + 300, () => raw('SELECT pg_sleep(600)')).catch(() => 'late'));
    const patient = runCall(Date.now() + 60_000, () => raw('SELECT 1 AS one'));
    expect(await Promise.all(hurried)).toEqual(['late', 'late', 'late', 'late', 'late']);
    expect(await patient).toEqual([{ one: 1 }]);
  });

  it('that still runs after its call was answered has no deadline', async () => {
    let left: Promise<unknown> = Promise.resolve();
    await runCall(Date.now() + 300, async () => {
      left = raw('SELECT pg_sleep(0.6)::text AS slept');
    });
    expect(await left).toEqual([{ slept: '' }]);
  });
});
