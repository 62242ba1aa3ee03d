import { afterAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { ensureDatabase } from '../src/migrate/ensure-database.js';
import { migrateDatabase } from '../src/migrate/migrate-database.js';
import { noteDeployment } from '../src/migrate/note-deployment.js';
import { repositoryPath } from '../src/repository.js';

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

it('each deployment sets one time that all replicas report to clients', async () => {
  await ensureDatabase(url);
  await migrateDatabase(url, repositoryPath('prisma'));
  await query(url, "UPDATE installation SET deployed_at = now() - interval '1 day'");
  await noteDeployment(url);
  const rows = await query(url, "SELECT deployed_at > now() - interval '1 hour' AS is_new FROM installation");
  expect(rows).toEqual([{ is_new: true }]);
});
