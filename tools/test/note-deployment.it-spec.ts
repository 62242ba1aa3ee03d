import { readdirSync } from 'node:fs';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { deployDatabase } from '../src/migrate/deploy-database.js';
import { ensureDatabase } from '../src/migrate/ensure-database.js';
import { MIGRATION_LOCK } from '../src/migrate/migration-session.js';
import { repositoryPath } from '../src/repository.js';
import { waitUntil } from '../src/supervise/wait-until.js';
import { ScratchMigrations } from './scratch-migrations.js';

const DEADLINE_MS = 30_000;
const INSTALLATION = `CREATE TABLE installation (id boolean PRIMARY KEY DEFAULT true, deployed_at timestamptz NOT NULL DEFAULT now(),
  schema_version text, oldest_version text)`;

const scratch = new ScratchMigrations('deployment');
afterAll(() => scratch.remove());
beforeEach(() => scratch.begin());

const versions = () => scratch.query('SELECT schema_version, oldest_version FROM installation');

it('each deployment sets the version of the schema, and one time that all replicas report to clients', async () => {
  const url = scratch.unmadeDatabase();
  await ensureDatabase(url);
  await deployDatabase(url, repositoryPath('prisma'));
  await scratch.queryAt(url, "UPDATE installation SET deployed_at = now() - interval '1 day'");
  await deployDatabase(url, repositoryPath('prisma'));
  const newest = readdirSync(repositoryPath('prisma/migrations')).sort().at(-1);
  expect(await scratch.queryAt(url, 'SELECT schema_version FROM installation')).toMatchObject([{ schema_version: newest }]);
  const rows = await scratch.queryAt(url, "SELECT deployed_at > now() - interval '1 hour' AS is_new FROM installation");
  expect(rows).toEqual([{ is_new: true }]);
});

it('a contract step is recorded with the version that it needs', async () => {
  scratch.migration('1_a', INSTALLATION);
  scratch.migration('2_b', '-- contract: 1_a\n');
  scratch.migration('3_c', '');
  await deployDatabase(scratch.url, scratch.directory);
  expect(await versions()).toEqual([{ schema_version: '3_c', oldest_version: '1_a' }]);
});

it('no other job can migrate before the version is recorded', async () => {
  scratch.migration('1_a', INSTALLATION);
  await deployDatabase(scratch.url, scratch.directory);
  const isFree = () => scratch.query('SELECT pg_try_advisory_lock($1) AS free', [MIGRATION_LOCK]);
  await scratch.connected(async (holder) => {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM installation FOR UPDATE');
    const deployment = deployDatabase(scratch.url, scratch.directory);
    try {
      expect(await waitUntil(waitsForRow, DEADLINE_MS)).toBe(true);
      expect(await isFree()).toEqual([{ free: false }]);
    } finally {
      await holder.query('COMMIT');
      await deployment;
    }
  });
  expect(await isFree()).toEqual([{ free: true }]);
});

/** Whether a migration job waits for a lock on a row. */
async function waitsForRow(): Promise<boolean> {
  const waiting = await scratch.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'parley-migrate' AND wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
}
