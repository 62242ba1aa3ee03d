import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '@parley/testing';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

/** Tables with organization_id, and partitions of them, whose replica identity does not hold it. */
async function withoutOrganization(): Promise<string[]> {
  const rows = await postgres.database.client.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT EXISTS (
      SELECT FROM pg_index i
      WHERE i.indrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])
        AND CASE c.relreplident WHEN 'i' THEN i.indisreplident WHEN 'd' THEN i.indisprimary ELSE false END)
    ORDER BY 1`;
  return rows.map(({ name }) => name);
}

async function tablesOfOrganizations(): Promise<string[]> {
  const rows = await postgres.database.client.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY 1`;
  return rows.map(({ name }) => name);
}

describe('the replica identity', () => {
  it('of every table of organizations holds organization_id', async () => {
    expect(await withoutOrganization()).toEqual([]);
  });

  it('without organization_id is found', async () => {
    const { client } = postgres.database;
    await client.$executeRaw`CREATE TABLE unidentified (id integer PRIMARY KEY, organization_id integer NOT NULL)`;
    expect(await withoutOrganization()).toEqual(['unidentified']);
    await client.$executeRaw`DROP TABLE unidentified`;
  });
});

describe('a publication of one organization', () => {
  /** Publishes the rows of organization 1, as a move of that organization does (docs/adr/0031-keys-of-organizations.md). */
  async function publish(tables: readonly string[]): Promise<void> {
    const filtered = [...tables.map((table) => `${table} WHERE (organization_id = 1)`), 'organization WHERE (id = 1)'];
    await postgres.database.client.$executeRawUnsafe(
      `CREATE PUBLICATION one_organization FOR TABLE ${filtered.join(', ')} WITH (publish_via_partition_root = true)`,
    );
  }

  it('accepts updates and deletions in every table', async () => {
    const { client } = postgres.database;
    const tables = await tablesOfOrganizations();
    expect(tables.length).toBeGreaterThan(50);
    await publish(tables);
    for (const table of tables) {
      await client.$executeRawUnsafe(`UPDATE ${table} SET organization_id = organization_id WHERE organization_id = -1`);
      await client.$executeRawUnsafe(`DELETE FROM ${table} WHERE organization_id = -1`);
    }
    await client.$executeRaw`DROP PUBLICATION one_organization`;
  });

  it('refuses updates of a table whose replica identity does not hold the organization', async () => {
    const { client } = postgres.database;
    await client.$executeRaw`CREATE TABLE unidentified (id integer PRIMARY KEY, organization_id integer NOT NULL)`;
    await publish(['unidentified']);
    await expect(client.$executeRaw`UPDATE unidentified SET id = 2 WHERE id = 1`).rejects.toThrow(/cannot update table/);
    await client.$executeRaw`DROP PUBLICATION one_organization`;
    await client.$executeRaw`DROP TABLE unidentified`;
  });
});
