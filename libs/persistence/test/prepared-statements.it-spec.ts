import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '@parley/testing';
import { Database, PREPARED } from '../src/index.js';

let postgres: TestDatabase;
/** One connection, because pg_prepared_statements shows only the statements of its own connection. */
let single: Database;
beforeAll(async () => {
  postgres = await testDatabase();
  single = new Database({ url: postgres.env.DATABASE_URL, poolSize: 1, name: 'prepared-statements' });
});
afterAll(async () => {
  await single.close();
  await postgres.close();
});
beforeEach(async () => {
  await postgres.database.client.$executeRaw`DROP TABLE IF EXISTS word`;
  await postgres.database.client.$executeRaw`CREATE TABLE word (id integer PRIMARY KEY, text varchar(10))`;
  await postgres.database.client.$executeRaw`INSERT INTO word VALUES (1, 'one')`;
});

const textOf = (id: number) => single.client.$queryRaw`${PREPARED} SELECT text::text FROM word WHERE id = ${id}`;

describe('a prepared statement', () => {
  it('is parsed once for all values, and one that is not marked is parsed each time', async () => {
    for (const id of [1, 2, 3]) {
      await textOf(id);
      await single.transaction((tx) => tx.$queryRaw`SELECT text FROM word WHERE id = ${id}`);
    }
    const known = await single.client.$queryRaw<{ runs: number }[]>`
      SELECT (generic_plans + custom_plans)::int AS runs FROM pg_prepared_statements WHERE statement LIKE '%FROM word%'`;
    expect(known).toEqual([{ runs: 3 }]);
  });

  it('keeps working while a migration changes its table', async () => {
    expect(await textOf(1)).toEqual([{ text: 'one' }]);
    await postgres.database.client.$executeRaw`ALTER TABLE word ADD COLUMN language text, ALTER COLUMN text TYPE text`;
    expect(await textOf(1)).toEqual([{ text: 'one' }]);
    await postgres.database.client.$executeRaw`CREATE INDEX ON word (text)`;
    expect(await textOf(1)).toEqual([{ text: 'one' }]);
  });
});

describe('a transaction', () => {
  it('sees what others commit, by default', async () => {
    const isolation = await single.transaction((tx) => tx.$queryRaw`SELECT current_setting('transaction_isolation') AS level`);
    expect(isolation).toEqual([{ level: 'read committed' }]);
  });

  it('keeps its snapshot if requested, and the next one does not', async () => {
    const levels = async (isolation?: 'RepeatableRead') =>
      single.transaction((tx) => tx.$queryRaw`SELECT current_setting('transaction_isolation') AS level`, {
        ...(isolation && { isolation }),
      });
    expect(await levels('RepeatableRead')).toEqual([{ level: 'repeatable read' }]);
    expect(await levels()).toEqual([{ level: 'read committed' }]);
  });
});
