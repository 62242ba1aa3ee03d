import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ensureDatabase } from '../src/migrate/ensure-database.js';
import { describeMigration, migrateDatabase } from '../src/migrate/migrate-database.js';
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
  directory = folders.make('prisma');
  for (const folder of ['migrations', 'functions']) mkdirSync(join(directory, folder));
  await ensureDatabase(url);
});

afterAll(async () => {
  folders.remove();
  for (const name of made) await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

function migration(name: string, sql: string): void {
  mkdirSync(join(directory, 'migrations', name), { recursive: true });
  writeFileSync(join(directory, 'migrations', name, 'migration.sql'), sql);
}

/** Functions of the owner `owner`. `returned`: the SQL expression that the body returns. */
function functionFile(name: string, returned: string, more = ''): void {
  const sql = `CREATE OR REPLACE FUNCTION ${name}() RETURNS int LANGUAGE sql AS $$ SELECT ${returned} $$;${more}`;
  mkdirSync(join(directory, 'functions/owner'), { recursive: true });
  writeFileSync(functionPath(name), sql);
}

function functionPath(name: string): string {
  return join(directory, 'functions/owner', `${name}.sql`);
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

const NOTHING = { applied: [], edited: [], functions: [], obsolete: [] };

describe('applying migrations', () => {
  it('applies each once, in the order of their names, and records it as Prisma does', async () => {
    migration('2_second', 'INSERT INTO a VALUES (2);');
    migration('1_first', 'CREATE TABLE a (id int); CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;');
    expect(await migrateDatabase(url, directory)).toEqual({ ...NOTHING, applied: ['1_first', '2_second'] });
    expect(await migrateDatabase(url, directory)).toEqual(NOTHING);
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
    const outcomes = await Promise.all([1, 2, 3].map(() => migrateDatabase(url, directory)));
    expect(outcomes.flatMap(({ applied }) => applied)).toEqual(['1_first']);
  });

  it('rolls a failed migration back completely, reports the reason, and retries it the next time', async () => {
    migration('1_first', 'CREATE TABLE a (id int); SELECT 1 / 0;');
    await expect(migrateDatabase(url, directory)).rejects.toThrow('Migration 1_first failed and was rolled back: division by zero');
    expect(await query(url, "SELECT to_regclass('a') AS a")).toEqual([{ a: null }]);
    migration('1_first', 'CREATE TABLE a (id int);');
    expect((await migrateDatabase(url, directory)).applied).toEqual(['1_first']);
  });

  it('reports a file that was changed after it had been applied', async () => {
    migration('1_first', 'CREATE TABLE a (id int);');
    await migrateDatabase(url, directory);
    migration('1_first', 'CREATE TABLE a (id bigint);');
    expect(await migrateDatabase(url, directory)).toEqual({ ...NOTHING, edited: ['1_first'] });
  });

  it('fails after a migration that another tool left half applied', async () => {
    migration('1_first', 'CREATE TABLE a (id int);');
    await migrateDatabase(url, directory);
    await query(url, 'UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(migrateDatabase(url, directory)).rejects.toThrow('Migration 1_first was left half applied');
  });

  it("applies Parley's own migrations and functions to an empty database, once", async () => {
    const { applied, functions } = await migrateDatabase(url, repositoryPath('prisma'));
    expect([applied.length > 0, functions.length > 0]).toEqual([true, true]);
    expect(await migrateDatabase(url, repositoryPath('prisma'))).toEqual(NOTHING);
  });
});

describe('an existing database', () => {
  it('of an earlier chain of migrations is refused, and stays as it is', async () => {
    migration('1_old', 'CREATE TABLE a (id int);');
    await migrateDatabase(url, directory);
    rmSync(join(directory, 'migrations/1_old'), { recursive: true });
    migration('0_initial', 'CREATE TABLE b (id int);');
    await expect(migrateDatabase(url, directory)).rejects.toThrow(/not 0_initial, with which this version begins.*Use a new database/);
    expect(await query(url, "SELECT to_regclass('a') IS NOT NULL AS a, to_regclass('b') AS b")).toEqual([{ a: true, b: null }]);
  });

  it('of a newer version is refused, which names both, and stays as it is', async () => {
    migration('1_first', 'CREATE TABLE a (id int);');
    migration('3_newer', 'ALTER TABLE a RENAME TO c;');
    await migrateDatabase(url, directory);
    rmSync(join(directory, 'migrations/3_newer'), { recursive: true });
    migration('2_mine', 'CREATE TABLE b (id int);');
    await expect(migrateDatabase(url, directory)).rejects.toThrow(
      /has the migration 3_newer, which this version does not know: its newest is 2_mine\./,
    );
    expect(await query(url, "SELECT to_regclass('c') IS NOT NULL AS c, to_regclass('b') AS b")).toEqual([{ c: true, b: null }]);
  });
});

describe('applying functions', () => {
  it('follows the migrations, creates each that is new and replaces each that changed', async () => {
    migration('1_first', 'CREATE TABLE a (id int); INSERT INTO a VALUES (1);');
    functionFile('f', 'id FROM a');
    functionFile('g', '10');
    expect((await migrateDatabase(url, directory)).functions).toEqual(['f', 'g']);
    expect(await migrateDatabase(url, directory)).toEqual(NOTHING);
    functionFile('g', '11');
    expect((await migrateDatabase(url, directory)).functions).toEqual(['g']);
    expect(await query(url, 'SELECT f() AS f, g() AS g')).toEqual([{ f: 1, g: 11 }]);
  });

  it('lets functions call each other in any order', async () => {
    functionFile('a', 'z() + 1');
    functionFile('z', '1');
    await migrateDatabase(url, directory);
    expect(await query(url, 'SELECT a()')).toEqual([{ a: 2 }]);
  });

  it('changes none if the body of one is wrong, and says which', async () => {
    functionFile('f', '1');
    await migrateDatabase(url, directory);
    functionFile('f', '2');
    functionFile('g', 'missing()');
    await expect(migrateDatabase(url, directory)).rejects.toThrow(
      /^Function owner\/g\.sql failed, and no function was changed: .*missing\(\)/,
    );
    expect(await query(url, 'SELECT f()')).toEqual([{ f: 1 }]);
    functionFile('g', '3');
    expect((await migrateDatabase(url, directory)).functions).toEqual(['f', 'g']);
  });

  it('creates a function again that was dropped', async () => {
    functionFile('f', '1');
    await migrateDatabase(url, directory);
    await query(url, 'DROP FUNCTION f()');
    expect((await migrateDatabase(url, directory)).functions).toEqual(['f']);
  });

  it('leaves a function only the grants in its file', async () => {
    const role = `migrate_role_${process.pid}`;
    await query(server, `CREATE ROLE ${role}`);
    const granted = `SELECT has_function_privilege('${role}', 'f()', 'EXECUTE') AS granted`;
    const revoked = 'REVOKE ALL ON FUNCTION f() FROM PUBLIC;';
    try {
      functionFile('f', '1', `${revoked} GRANT EXECUTE ON FUNCTION f() TO ${role};`);
      await migrateDatabase(url, directory);
      expect(await query(url, granted)).toEqual([{ granted: true }]);
      functionFile('f', '1', revoked);
      await migrateDatabase(url, directory);
      expect(await query(url, granted)).toEqual([{ granted: false }]);
    } finally {
      await query(url, `DROP OWNED BY ${role}`);
      await query(server, `DROP ROLE ${role}`);
    }
  });

  it('keeps a function without a file for processes of the version before, and reports it until a migration drops it', async () => {
    functionFile('f', '1');
    await migrateDatabase(url, directory);
    rmSync(functionPath('f'));
    const outcome = await migrateDatabase(url, directory);
    expect(outcome).toEqual({ ...NOTHING, obsolete: ['f()'] });
    expect(describeMigration(outcome).warnings).toEqual([expect.stringContaining('f() is obsolete')]);
    migration('1_drop', 'DROP FUNCTION f();');
    expect((await migrateDatabase(url, directory)).obsolete).toEqual([]);
  });

  it('reports both signatures of a function whose parameters changed', async () => {
    functionFile('f', '1');
    await migrateDatabase(url, directory);
    writeFileSync(functionPath('f'), 'CREATE OR REPLACE FUNCTION f(a int) RETURNS int LANGUAGE sql AS $$ SELECT a $$;');
    expect((await migrateDatabase(url, directory)).obsolete).toEqual(['f()', 'f(integer)']);
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
