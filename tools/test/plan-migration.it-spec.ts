import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { migrateDatabase } from '../src/migrate/migrate-database.js';
import { describePlan, planMigration } from '../src/migrate/plan-migration.js';
import { ScratchMigrations } from './scratch-migrations.js';

const scratch = new ScratchMigrations('plan');
beforeEach(() => scratch.begin());
afterAll(() => scratch.remove());

const plan = async (url = scratch.url) => describePlan(await planMigration(url, scratch.directory));
const tables = () => scratch.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace");

it('shows the SQL of what is not applied yet, in order, and changes nothing', async () => {
  scratch.migration('1_first', 'CREATE TABLE a (id int);\n');
  scratch.migration('2_second', 'CREATE INDEX CONCURRENTLY a_id ON a (id);\n');
  scratch.functionFile('f', '1');
  expect((await plan()).split('\n')).toEqual([
    '-- 2 migrations and 1 function to apply. Nothing was changed.',
    '',
    '-- migration 1_first, in one transaction',
    'CREATE TABLE a (id int);',
    '',
    '-- migration 2_second, outside a transaction, while others write the table',
    'CREATE INDEX CONCURRENTLY a_id ON a (id);',
    '',
    '-- function owner/f.sql, in one transaction with all functions',
    'CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;',
  ]);
  expect(await tables()).toEqual([]);
});

it('leaves out what is applied, and warns as the job does', async () => {
  scratch.migration('1_first', 'CREATE TABLE a (id int);');
  scratch.functionFile('f', '1');
  scratch.functionFile('g', '1');
  await migrateDatabase(scratch.url, scratch.directory);
  expect(await plan()).toBe('-- 0 migrations and 0 functions to apply. Nothing was changed.');
  scratch.migration('1_first', 'CREATE TABLE a (id bigint);');
  scratch.functionFile('g', '2');
  expect(await plan()).toMatch(
    /^-- 0 migrations and 1 function to apply.*\n-- warning: 1_first was edited after it had been applied.*\n\n-- function owner\/g\.sql/,
  );
});

it('of a database that does not exist shows everything and does not create it', async () => {
  scratch.migration('1_first', 'CREATE TABLE a (id int);');
  scratch.functionFile('f', '1');
  const missing = scratch.unmadeDatabase();
  expect(await plan(missing)).toMatch(/^-- 1 migration and 1 function to apply/);
  const name = new URL(missing).pathname.slice(1);
  expect(await scratch.queryAt(scratch.server, 'SELECT FROM pg_database WHERE datname = $1', [name])).toEqual([]);
});

it('refuses what the job refuses', async () => {
  scratch.migration('1_first', 'CREATE TABLE a (id int);');
  await migrateDatabase(scratch.url, scratch.directory);
  await scratch.query('UPDATE _prisma_migrations SET finished_at = NULL');
  await expect(plan()).rejects.toThrow(/^Migration 1_first is recorded as begun.*UPDATE _prisma_migrations SET finished_at = now\(\)/);
});
