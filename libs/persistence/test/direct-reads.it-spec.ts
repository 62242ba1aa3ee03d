import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runCall } from '@parley/runtime';
import { statementsDuring, type TestDatabase, testDatabase } from '@parley/testing';
import { z } from 'zod';
import { Database, dbInt, dbInts, dbTime, isDatabaseAway, onlyRow, Prisma, select, selectTogether, wantedIf } from '../src/index.js';

let postgres: TestDatabase;
/** One connection, because pg_prepared_statements shows only the statements of its own connection. */
let single: Database;
beforeAll(async () => {
  postgres = await testDatabase();
  await postgres.database.client.$executeRaw`CREATE TABLE word (id bigint PRIMARY KEY, text text)`;
  await postgres.database.client.$executeRaw`INSERT INTO word VALUES (1, 'one'), (2, 'two')`;
  await postgres.database.client.$executeRaw`GRANT SELECT ON word TO parley_messaging`;
});
afterAll(() => postgres.close());
beforeEach(() => {
  single = new Database({ url: postgres.env.DATABASE_URL, poolSize: 1, name: 'direct-reads', role: 'parley_messaging' });
});
afterEach(() => single.close());

const wordRow = z.object({ id: dbInt, text: z.string() });
const wordsFrom = (id: number) => select(wordRow, Prisma.sql`SELECT id, text FROM word WHERE id >= ${id} ORDER BY id DESC`);
const quotient = (divisor: number) => select(wordRow, Prisma.sql`SELECT id, text FROM word WHERE id = 1 / ${divisor}::int`);
const TIME = new Date('2026-11-22T23:59:59.250Z');

describe('a direct reader', () => {
  it('returns the same values as Prisma', async () => {
    const statement = Prisma.sql`
      SELECT ${7}::int AS "int", ${2n ** 52n}::bigint AS "bigint", ${[1n, 2n]}::bigint[] AS "bigints", ${['a', 'b']}::text[] AS texts,
        ${TIME}::timestamptz AS time, ${true}::boolean AS flag, ${null}::text AS none, ${'{"a": [1]}'}::jsonb AS json`;
    const row = z.object({
      int: dbInt,
      bigint: dbInt,
      bigints: dbInts,
      texts: z.array(z.string()),
      time: dbTime,
      flag: z.boolean(),
      none: z.null(),
      json: z.json(),
    });
    const found = await onlyRow(single.direct, row, statement);
    expect(found).toEqual(await onlyRow(single.client, row, statement));
    expect(found).toMatchObject({ bigint: 2 ** 52, bigints: [1, 2], time: TIME, json: { a: [1] } });
  });

  it('ends a statement at the deadline of its call, and its connection remains usable', async () => {
    const slow = runCall(Date.now() + 300, async () => single.direct.$queryRaw(Prisma.sql`SELECT pg_sleep(600)`));
    expect(isDatabaseAway(await slow.catch((error) => error))).toBe(true);
    expect(await single.direct.$queryRaw(Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });
});

describe('selects that run together', () => {
  const read = (isWanted: boolean, from: number) =>
    selectTogether(single.direct, { words: wordsFrom(from), more: wantedIf(isWanted, wordsFrom(2)) });

  it('return the rows of each, in order; one that is not wanted has none', async () => {
    const two = { id: 2, text: 'two' };
    expect(await read(true, 1)).toEqual({ words: [two, { id: 1, text: 'one' }], more: [two] });
    expect(await read(false, 3)).toEqual({ words: [], more: [] });
  });

  it('do not run the one that is not wanted', async () => {
    const failing = select(wordRow, Prisma.sql`SELECT id, text FROM word WHERE 1 / (id - 1) > 0`);
    expect(await selectTogether(single.direct, { failing: wantedIf(false, failing) })).toEqual({ failing: [] });
    await expect(selectTogether(single.direct, { failing })).rejects.toThrow('division by zero');
  });

  it('are one statement, prepared once, whatever is wanted', async () => {
    await read(true, 1);
    await read(false, 2);
    const known = await single.direct.$queryRaw(Prisma.sql`
      SELECT (generic_plans + custom_plans)::int AS runs FROM pg_prepared_statements WHERE statement LIKE '%FROM word%'`);
    expect(known).toEqual([{ runs: 2 }]);
  });

  it('are no statement if none is wanted', async () => {
    const sent = await statementsDuring(async () => {
      expect(await selectTogether(single.direct, { words: wantedIf(false, wordsFrom(1)) })).toEqual({ words: [] });
    });
    expect(sent).toEqual([]);
  });

  it('can have times, as JSON or as columns', async () => {
    const times = select(z.object({ time: dbTime }), Prisma.sql`SELECT ${TIME}::timestamptz AS time`);
    expect(await selectTogether(single.direct, { times })).toEqual({ times: [{ time: TIME }] });
  });
});

describe('a snapshot', () => {
  it('shows the same state to another process, whatever is written meanwhile', async () => {
    const counted = Prisma.sql`SELECT count(*)::int AS words FROM word`;
    const seen = await postgres.database.exportSnapshot(async ({ snapshotId }) => {
      await postgres.database.client.$executeRaw`INSERT INTO word VALUES (3, 'three')`;
      return single.inSnapshot(snapshotId, async (reader) => reader.$queryRaw(counted));
    }, 10_000);
    expect(seen).toEqual([{ words: 2 }]);
    expect(await single.direct.$queryRaw(counted)).toEqual([{ words: 3 }]);
    await postgres.database.client.$executeRaw`DELETE FROM word WHERE id = 3`;
  });

  it('must be one', async () => {
    await expect(single.inSnapshot("1'; DROP TABLE word", async () => undefined)).rejects.toThrow('not a snapshot id');
    const gone = await single
      .inSnapshot('00000003-0000001B-1@1.5', async (reader) => reader.$queryRaw(Prisma.sql`SELECT 1`))
      .catch((error) => error);
    expect(isDatabaseAway(gone)).toBe(true);
    expect(await single.direct.$queryRaw(Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('refuses statements after it has ended, and writes', async () => {
    const inSnapshot = <T>(work: Parameters<typeof single.inSnapshot<T>>[1]) =>
      postgres.database.exportSnapshot(({ snapshotId }) => single.inSnapshot(snapshotId, work), 10_000);
    const reader = await inSnapshot(async (given) => given);
    await expect(Promise.resolve(reader.$queryRaw(Prisma.sql`SELECT 1`))).rejects.toThrow('has ended');
    await expect(inSnapshot(async (given) => given.$queryRaw(Prisma.sql`DELETE FROM message`))).rejects.toThrow('read-only transaction');
  });

  it('that was exported ends after its time', async () => {
    const waits = async () => {
      await new Promise(() => undefined);
    };
    const failure = await single.exportSnapshot(waits, 50).catch((error) => error);
    expect(isDatabaseAway(failure)).toBe(true);
    expect(await single.direct.$queryRaw(Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('that a service exports must not take a second connection, and tests detect it', async () => {
    const nested = single.exportSnapshot(async () => single.direct.$queryRaw(Prisma.sql`SELECT 1`), 10_000);
    await expect(nested).rejects.toThrow('A transaction must not take a second connection');
  });

  it('shows what it was exported with, in the message that exports it', async () => {
    const words = async () => single.exportSnapshotWith({ words: wordsFrom(1) }, async ({ rows }) => rows.words, 10_000);
    const two = [
      { id: 2, text: 'two' },
      { id: 1, text: 'one' },
    ];
    expect(await words()).toEqual(two);
    const sent = await statementsDuring(async () => expect(await words()).toEqual(two));
    // The message that exports is not counted.
    expect(sent).toEqual([]);
  });

  it('is read with one message for each statement, and no connection is held in between', async () => {
    const sent: string[] = [];
    await postgres.database.exportSnapshot(async ({ snapshotId }) => {
      const read = () =>
        single.inSnapshot(snapshotId, async (reader) => {
          await selectTogether(reader, { words: wordsFrom(1) });
          // The only connection of the pool.
          await single.direct.$queryRaw(Prisma.sql`SELECT 1`);
          await reader.$queryRaw(Prisma.sql`SELECT text FROM word WHERE id = ${1} AND text = ${"a 'quoted' \\ word"}`);
        });
      await read();
      sent.push(...(await statementsDuring(read)));
    }, 10_000);
    expect(sent).toHaveLength(3);
  });

  it('can be read on after a statement failed', async () => {
    const prepared = (divisor: number) => selectTogether(single.direct, { words: quotient(divisor) });
    expect(await prepared(1)).toEqual({ words: [{ id: 1, text: 'one' }] });
    const found = await postgres.database.exportSnapshot(({ snapshotId }) => {
      return single.inSnapshot(snapshotId, async (reader) => {
        const read = (divisor: number) => selectTogether(reader, { words: quotient(divisor) });
        await expect(read(0)).rejects.toThrow('division by zero');
        await read(1);
        await expect(read(0)).rejects.toThrow('division by zero');
        return read(1);
      });
    }, 10_000);
    expect(found).toEqual({ words: [{ id: 1, text: 'one' }] });
  });

  it('whose connection is lost fails with an error that may be retried, and the next read has a new connection', async () => {
    const lost = postgres.database.exportSnapshot(
      ({ snapshotId }) =>
        single.inSnapshot(snapshotId, async (reader) => {
          await reader.$queryRaw(Prisma.sql`SELECT pg_terminate_backend(pg_backend_pid())`);
        }),
      10_000,
    );
    expect(isDatabaseAway(await lost.catch((error) => error))).toBe(true);
    expect(await single.direct.$queryRaw(Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });
});
