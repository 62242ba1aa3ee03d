import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureDatabase } from '../src/migrate/ensure-database.js';
import { describeMigration, migrateDatabase } from '../src/migrate/migrate-database.js';
import { repositoryPath } from '../src/repository.js';
import { ScratchMigrations } from './scratch-migrations.js';

const scratch = new ScratchMigrations('migrate');
beforeEach(() => scratch.begin());
afterAll(() => scratch.remove());

const migration = (name: string, sql: string) => scratch.migration(name, sql);
const functionFile = (name: string, returned: string, more = '') => scratch.functionFile(name, returned, more);
const migrate = (directory = scratch.directory) => migrateDatabase(scratch.url, directory);

const NOTHING = { applied: [], edited: [], functions: [], obsolete: [] };

describe('applying migrations', () => {
  it('applies each once, in the order of their names, and records it as Prisma does', async () => {
    migration('2_second', 'INSERT INTO a VALUES (2);');
    migration('1_first', 'CREATE TABLE a (id int); CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;');
    expect(await migrate()).toEqual({ ...NOTHING, applied: ['1_first', '2_second'] });
    expect(await migrate()).toEqual(NOTHING);
    expect(await scratch.query('SELECT id FROM a')).toEqual([{ id: 2 }]);
    expect(
      await scratch.query(
        'SELECT migration_name, applied_steps_count, finished_at IS NOT NULL AS finished, length(checksum) FROM _prisma_migrations ORDER BY 1',
      ),
    ).toEqual([
      { migration_name: '1_first', applied_steps_count: 1, finished: true, length: 64 },
      { migration_name: '2_second', applied_steps_count: 1, finished: true, length: 64 },
    ]);
  });

  it('applies each migration once if several run at the same time', async () => {
    migration('1_first', 'CREATE TABLE a (id int); SELECT pg_sleep(0.2);');
    const outcomes = await Promise.all([1, 2, 3].map(() => migrate()));
    expect(outcomes.flatMap(({ applied }) => applied)).toEqual(['1_first']);
  });

  it('rolls a failed migration back completely, reports the reason, and retries it the next time', async () => {
    migration('1_first', 'CREATE TABLE a (id int); SELECT 1 / 0;');
    await expect(migrate()).rejects.toThrow('Migration 1_first failed and was rolled back: division by zero');
    expect(await scratch.query("SELECT to_regclass('a') AS a")).toEqual([{ a: null }]);
    migration('1_first', 'CREATE TABLE a (id int);');
    expect((await migrate()).applied).toEqual(['1_first']);
  });

  it('reports a file that was changed after it had been applied', async () => {
    migration('1_first', 'CREATE TABLE a (id int);');
    await migrate();
    migration('1_first', 'CREATE TABLE a (id bigint);');
    expect(await migrate()).toEqual({ ...NOTHING, edited: ['1_first'] });
  });

  it('fails after a migration that another tool left half applied', async () => {
    migration('1_first', 'CREATE TABLE a (id int);');
    await migrate();
    await scratch.query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(migrate()).rejects.toThrow(
      'Migration 1_first is recorded as begun and not as finished: another tool left it half applied',
    );
  });

  it("applies Parley's own migrations and functions to an empty database, once", async () => {
    const { applied, functions } = await migrate(repositoryPath('prisma'));
    expect([applied.length > 0, functions.length > 0]).toEqual([true, true]);
    expect(await migrate(repositoryPath('prisma'))).toEqual(NOTHING);
  });
});

describe('an existing database', () => {
  it('of an earlier chain of migrations is refused, and stays as it is', async () => {
    migration('1_old', 'CREATE TABLE a (id int);');
    await migrate();
    rmSync(join(scratch.directory, 'migrations/1_old'), { recursive: true });
    migration('0_initial', 'CREATE TABLE b (id int);');
    await expect(migrate()).rejects.toThrow(/not 0_initial, with which this version begins.*Use a new database/);
    expect(await scratch.query("SELECT to_regclass('a') IS NOT NULL AS a, to_regclass('b') AS b")).toEqual([{ a: true, b: null }]);
  });

  it('of a newer version is refused, which names both, and stays as it is', async () => {
    migration('1_first', 'CREATE TABLE a (id int);');
    migration('3_newer', 'ALTER TABLE a RENAME TO c;');
    await migrate();
    rmSync(join(scratch.directory, 'migrations/3_newer'), { recursive: true });
    migration('2_mine', 'CREATE TABLE b (id int);');
    await expect(migrate()).rejects.toThrow(/has the migration 3_newer, which this version does not know: its newest is 2_mine\./);
    expect(await scratch.query("SELECT to_regclass('c') IS NOT NULL AS c, to_regclass('b') AS b")).toEqual([{ c: true, b: null }]);
  });
});

describe('applying functions', () => {
  it('follows the migrations, creates each that is new and replaces each that changed', async () => {
    migration('1_first', 'CREATE TABLE a (id int); INSERT INTO a VALUES (1);');
    functionFile('f', 'id FROM a');
    functionFile('g', '10');
    expect((await migrate()).functions).toEqual(['f', 'g']);
    expect(await migrate()).toEqual(NOTHING);
    functionFile('g', '11');
    expect((await migrate()).functions).toEqual(['g']);
    expect(await scratch.query('SELECT f() AS f, g() AS g')).toEqual([{ f: 1, g: 11 }]);
  });

  it('lets functions call each other in any order', async () => {
    functionFile('a', 'z() + 1');
    functionFile('z', '1');
    await migrate();
    expect(await scratch.query('SELECT a()')).toEqual([{ a: 2 }]);
  });

  it('changes none if the body of one is wrong, and says which', async () => {
    functionFile('f', '1');
    await migrate();
    functionFile('f', '2');
    functionFile('g', 'missing()');
    await expect(migrate()).rejects.toThrow(/^Function owner\/g\.sql failed, and no function was changed: .*missing\(\)/);
    expect(await scratch.query('SELECT f()')).toEqual([{ f: 1 }]);
    functionFile('g', '3');
    expect((await migrate()).functions).toEqual(['f', 'g']);
  });

  it('creates a function again that was dropped', async () => {
    functionFile('f', '1');
    await migrate();
    await scratch.query('DROP FUNCTION f()');
    expect((await migrate()).functions).toEqual(['f']);
  });

  it('leaves a function only the grants in its file', async () => {
    const role = `migrate_role_${process.pid}`;
    await scratch.queryAt(scratch.server, `CREATE ROLE ${role}`);
    const granted = `SELECT has_function_privilege('${role}', 'f()', 'EXECUTE') AS granted`;
    const revoked = 'REVOKE ALL ON FUNCTION f() FROM PUBLIC;';
    try {
      functionFile('f', '1', `${revoked} GRANT EXECUTE ON FUNCTION f() TO ${role};`);
      await migrate();
      expect(await scratch.query(granted)).toEqual([{ granted: true }]);
      functionFile('f', '1', revoked);
      await migrate();
      expect(await scratch.query(granted)).toEqual([{ granted: false }]);
    } finally {
      await scratch.query(`DROP OWNED BY ${role}`);
      await scratch.queryAt(scratch.server, `DROP ROLE ${role}`);
    }
  });

  it('keeps a function without a file for processes of the version before, and reports it until a migration drops it', async () => {
    functionFile('f', '1');
    await migrate();
    rmSync(scratch.functionPath('f'));
    const outcome = await migrate();
    expect(outcome).toEqual({ ...NOTHING, obsolete: ['f()'] });
    expect(describeMigration(outcome).warnings).toEqual([expect.stringContaining('f() is obsolete')]);
    migration('1_drop', 'DROP FUNCTION f();');
    expect((await migrate()).obsolete).toEqual([]);
  });

  it('reports both signatures of a function whose parameters changed', async () => {
    functionFile('f', '1');
    await migrate();
    writeFileSync(scratch.functionPath('f'), 'CREATE OR REPLACE FUNCTION f(a int) RETURNS int LANGUAGE sql AS $$ SELECT a $$;');
    expect((await migrate()).obsolete).toEqual(['f()', 'f(integer)']);
  });
});

describe('creating the database', () => {
  it('works if several do it at the same time', async () => {
    const url = scratch.unmadeDatabase();
    await Promise.all([1, 2, 3].map(() => ensureDatabase(url)));
    expect(await scratch.queryAt(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports an unreachable server in one sentence without the password', async () => {
    await expect(ensureDatabase('postgres://user:hidden@127.0.0.1:1/parley')).rejects.toThrow(
      /^The database at 127\.0\.0\.1:1\/parley cannot be used: (?!.*hidden)/,
    );
  });
});
