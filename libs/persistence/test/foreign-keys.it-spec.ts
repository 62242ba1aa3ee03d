import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '@parley/testing';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

/** Foreign keys whose columns are not the first columns of any index. A partial index counts only if it excludes nothing except NULL. */
async function withoutIndex(): Promise<string[]> {
  const rows = await postgres.database.client.$queryRaw<{ name: string }[]>`
    SELECT format('%s.%s', k.conrelid::regclass, k.conname) AS name FROM pg_constraint k
    WHERE k.contype = 'f' AND k.conparentid = 0 AND k.connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT FROM pg_index i
      WHERE i.indrelid = k.conrelid AND i.indisvalid
        AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
        AND (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)
    ORDER BY 1`;
  return rows.map(({ name }) => name);
}

it('every foreign key has an index, so that deleting a row does not scan the tables that refer to it', async () => {
  expect(await withoutIndex()).toEqual([]);
});

it('a foreign key without an index is found', async () => {
  const { client } = postgres.database;
  await client.$executeRaw`CREATE TABLE pointing (id integer PRIMARY KEY, user_id integer CONSTRAINT to_user REFERENCES user_account (id))`;
  expect(await withoutIndex()).toEqual(['pointing.to_user']);
  await client.$executeRaw`CREATE INDEX pointing_user ON pointing (user_id) WHERE user_id IS NOT NULL`;
  expect(await withoutIndex()).toEqual([]);
  await client.$executeRaw`DROP TABLE pointing`;
});
