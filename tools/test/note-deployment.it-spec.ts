import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { ensureDatabase } from '../src/migrate/ensure-database.js';
import { migrateDatabase } from '../src/migrate/migrate-database.js';
import { noteDeployment } from '../src/migrate/note-deployment.js';
import { repositoryPath } from '../src/repository.js';
import { ScratchFolders } from '../src/scratch-folders.js';

const server = process.env.PARLEY_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:55432/postgres';
const name = `deployment_${process.pid}`;
const url = new URL(`/${name}`, server).href;

afterAll(() => query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

async function query(target: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it('each deployment sets the version of the schema, and one time that all replicas report to clients', async () => {
  await ensureDatabase(url);
  await migrateDatabase(url, repositoryPath('prisma'));
  await query(url, "UPDATE installation SET deployed_at = now() - interval '1 day'");
  await noteDeployment(url, repositoryPath('prisma'));
  const versions = await query(url, 'SELECT schema_version, oldest_version FROM installation');
  const newest = readdirSync(repositoryPath('prisma/migrations')).sort().at(-1);
  expect(versions).toMatchObject([{ schema_version: newest }]);
  const rows = await query(url, "SELECT deployed_at > now() - interval '1 hour' AS is_new FROM installation");
  expect(rows).toEqual([{ is_new: true }]);
});

it('a contract step is recorded with the version that it needs', async () => {
  const folders = new ScratchFolders();
  const directory = folders.make('prisma');
  for (const [migration, sql] of [
    ['1_a', ''],
    ['2_b', '-- contract: 1_a\n'],
    ['3_c', ''],
  ] as const) {
    mkdirSync(join(directory, 'migrations', migration), { recursive: true });
    writeFileSync(join(directory, 'migrations', migration, 'migration.sql'), sql);
  }
  await noteDeployment(url, directory).finally(() => folders.remove());
  expect(await query(url, 'SELECT schema_version, oldest_version FROM installation')).toEqual([
    { schema_version: '3_c', oldest_version: '1_a' },
  ]);
});
