import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { applyMigrations } from '../src/migrate/apply-migrations.js';
import { ensureDatabase } from '../src/migrate/ensure-database.js';
import { repositoryPath } from '../src/repository.js';
import { ScratchFolders } from '../src/scratch-folders.js';

const server = process.env.PARLEY_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:55432/postgres';
const made: string[] = [];
const folders = new ScratchFolders();
let url: string;
let directory: string;

beforeEach(async () => {
  const database = new URL(server);
  const name = `migrate_${process.pid}_${made.length}`;
  database.pathname = `/${name}`;
  url = database.href;
  made.push(name);
  directory = folders.make('migrations');
  await ensureDatabase(url);
});

afterAll(async () => {
  folders.remove();
  for (const name of made) await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

function migration(name: string, sql: string): void {
  mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, name, 'migration.sql'), sql);
}

async function query(target: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('applying migrations', () => {
  it('applies each once, in the order of their names, and records it as Prisma does', async () => {
    migration('2_second', 'INSERT INTO a VALUES (2);');
    migration('1_first', 'CREATE TABLE a (id int); CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;');
    expect(await applyMigrations(url, directory)).toEqual({ applied: ['1_first', '2_second'], edited: [] });
    expect(await applyMigrations(url, directory)).toEqual({ applied: [], edited: [] });
    expect(await query(url, 'SELECT id FROM a')).toEqual([{ id: 2 }]);
    expect(
      await query(
        url,
        'SELECT migration_name, applied_steps_count, finished_at IS NOT NULL AS finished, length(checksum) FROM _prisma_migrations ORDER BY 1',
      ),
    ).toEqual([
      { migration_name: '1_first', applied_steps_count: 1, finished: true, length: 64 },
      { migration_name: '2_second', applied_steps_count: 1, finished: true, length: 64 },
    ]);
  });

  it('applies each migration once if several run at the same time', async () => {
    migration('1_first', 'CREATE TABLE a (id int); SELECT pg_sleep(0.2);');
    const outcomes = await Promise.all([1, 2, 3].map(() => applyMigrations(url, directory)));
    expect(outcomes.flatMap(({ applied }) => applied)).toEqual(['1_first']);
  });

  it('rolls a failed migration back completely, reports the reason, and retries it the next time', async () => {
    migration('1_first', 'CREATE TABLE a (id int); SELECT 1 / 0;');
    await expect(applyMigrations(url, directory)).rejects.toThrow('Migration 1_first failed and was rolled back: division by zero');
    expect(await query(url, "SELECT to_regclass('a') AS a")).toEqual([{ a: null }]);
    migration('1_first', 'CREATE TABLE a (id int);');
    expect((await applyMigrations(url, directory)).applied).toEqual(['1_first']);
  });

  it('reports a file that was changed after it had been applied', async () => {
    migration('1_first', 'CREATE TABLE a (id int);');
    await applyMigrations(url, directory);
    migration('1_first', 'CREATE TABLE a (id bigint);');
    expect(await applyMigrations(url, directory)).toEqual({ applied: [], edited: ['1_first'] });
  });

  it('fails after a migration that another tool left half applied', async () => {
    migration('1_first', 'CREATE TABLE a (id int);');
    await applyMigrations(url, directory);
    await query(url, 'UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(applyMigrations(url, directory)).rejects.toThrow('Migration 1_first was left half applied');
  });

  it("applies Parley's own migrations to an empty database", async () => {
    expect((await applyMigrations(url, repositoryPath('prisma/migrations'))).applied.length).toBeGreaterThan(0);
  });
});

describe('creating the database', () => {
  it('works if several do it at the same time', async () => {
    const database = new URL(server);
    const name = `migrate_${process.pid}_race`;
    database.pathname = `/${name}`;
    made.push(name);
    await Promise.all([1, 2, 3].map(() => ensureDatabase(database.href)));
    expect(await query(database.href, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports an unreachable server in one sentence without the password', async () => {
    await expect(ensureDatabase('postgres://user:hidden@127.0.0.1:1/parley')).rejects.toThrow(
      /^The database at 127\.0\.0\.1:1\/parley cannot be used: (?!.*hidden)/,
    );
  });
});
