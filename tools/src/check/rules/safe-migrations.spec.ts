import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { safeMigrations } from './safe-migrations.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

/** Migrations by their order, after one that landed before the rule. */
const found = (...migrations: string[]) => foundAfter('20270109_x', ...migrations);
/** `previous`: the newest migration of the previous version. */
const foundAfter = (previous: string, ...migrations: string[]) => {
  const files = migrations.map((sql, index) => [`prisma/migrations/2027010${index}_x/migration.sql`, sql] as const);
  return scratch.findings(safeMigrations, {
    'prisma/migrations/20261122000000_initial/migration.sql': 'CREATE TABLE a (id int, b int); CREATE INDEX a_b ON a (b);',
    'libs/testing/previous-version/version.json': JSON.stringify({ migration: previous }),
    ...Object.fromEntries(files),
  });
};
const FIRST = 'prisma/migrations/20270100_x/migration.sql';
const CONTRACT = '-- contract: 20261122000000_initial\n';

describe('what stops statements of running services is refused', () => {
  it.each([
    ['CREATE INDEX i ON a (b)', 'CREATE INDEX stops writes to a'],
    ['DROP INDEX a_b', 'DROP INDEX waits for the readers'],
    ['ALTER TABLE a ADD COLUMN c int NOT NULL', 'is NOT NULL and has no default'],
    ['ALTER TABLE a ADD COLUMN c int NOT NULL DEFAULT NULL', 'is NOT NULL and has no default'],
    ['ALTER TABLE a ADD COLUMN c uuid DEFAULT gen_random_uuid()', 'The default of c may differ for each row'],
    ['ALTER TABLE a ADD COLUMN c timestamptz DEFAULT clock_timestamp()', 'The default of c may differ for each row'],
    ['ALTER TABLE a ADD COLUMN c serial', 'PostgreSQL computes c for each row'],
    ['ALTER TABLE a ADD COLUMN c int GENERATED ALWAYS AS (b + 1) STORED', 'PostgreSQL computes c for each row'],
    ['ALTER TABLE a ADD COLUMN c int GENERATED ALWAYS AS IDENTITY', 'PostgreSQL computes c for each row'],
    ['ALTER TABLE a ADD COLUMN c int REFERENCES a (id)', 'The constraint of the new column c is checked'],
    ['ALTER TABLE a ADD COLUMN c int UNIQUE', 'The constraint of the new column c is checked'],
    ['ALTER TABLE a ALTER COLUMN b TYPE bigint', 'The type of b changes'],
    ['ALTER TABLE a ADD CONSTRAINT k CHECK (b > 0)', 'ADD CONSTRAINT k checks all rows'],
    ['ALTER TABLE a ADD CONSTRAINT k FOREIGN KEY (b) REFERENCES a (id)', 'ADD CONSTRAINT k checks all rows'],
    ['ALTER TABLE a ADD CONSTRAINT k UNIQUE (b)', 'ADD CONSTRAINT k builds an index'],
    ['ALTER TABLE a ADD PRIMARY KEY (b)', 'builds an index'],
    ['ALTER TABLE a ADD CONSTRAINT k EXCLUDE USING btree (b WITH =)', 'ADD CONSTRAINT k checks all rows'],
    ['ALTER TABLE a SET LOGGED', 'does not know AT_SetLogged'],
    ['UPDATE a SET b = 1', 'UPDATE locks rows of a'],
    ['DELETE FROM a', 'DELETE locks rows of a'],
    ['LOCK TABLE a', 'LOCK stops'],
    ['TRUNCATE a', 'TRUNCATE stops'],
    ['CLUSTER a', 'CLUSTER rewrites'],
    ['REINDEX TABLE a', 'REINDEX locks'],
    ['DO $$ BEGIN UPDATE a SET b = 1; END $$', 'A DO block cannot be checked'],
    ['BEGIN', 'It begins or ends a transaction'],
    ['LISTEN x', 'The rule does not know ListenStmt'],
  ])('%s', async (sql, message) => {
    expect(await found(`${sql};`)).toEqual([expect.stringContaining(message)]);
  });

  it('the violation names the line of its statement, after comments and other letters', async () => {
    expect(await found('-- Grüße\nCREATE TABLE n (id int);\n\n-- And then:\nDROP INDEX a_b;\n')).toEqual([
      `${FIRST}:5 DROP INDEX waits for the readers of its table, and stops new ones.`,
    ]);
  });
});

describe('what breaks the previous version is refused without a contract marker', () => {
  it.each([
    'ALTER TABLE a DROP COLUMN b',
    'DROP TABLE a',
    'DROP FUNCTION f(int)',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'ALTER TABLE a RENAME TO c',
    'ALTER TABLE a ALTER COLUMN b DROP DEFAULT',
    'REVOKE SELECT ON a FROM parley_channels',
    "ALTER TYPE t RENAME VALUE 'x' TO 'y'",
  ])('%s', async (sql) => {
    expect(await found(`${sql};`)).toEqual([expect.stringContaining('breaks processes of the previous version')]);
    expect(await found(`${CONTRACT}${sql};`)).toEqual([]);
  });

  it('a marker names an earlier migration', async () => {
    for (const name of ['', '20270100_x', 'unknown']) {
      expect(await found(`-- contract: ${name}\nDROP TABLE a;`)).toEqual([
        `${FIRST}:1 Its contract marker names '${name}', which is no earlier migration.`,
      ]);
    }
  });

  it('a marker names a migration that the previous version knows', async () => {
    const migrations = ['SELECT 1;', '-- contract: 20270100_x\nDROP TABLE a;'];
    expect(await foundAfter('20270100_x', ...migrations)).toEqual([]);
    expect(await foundAfter('20261122000000_initial', ...migrations)).toEqual([
      expect.stringContaining('The previous version does not know 20270100_x'),
    ]);
  });

  it('a marker does not excuse a lock', async () => {
    expect(await found(`${CONTRACT}DROP INDEX a_b;`)).toHaveLength(1);
  });
});

describe('SET NOT NULL', () => {
  const setNotNull = `${CONTRACT}ALTER TABLE a ALTER COLUMN b SET NOT NULL;`;
  const check = (condition: string) => `ALTER TABLE a ADD CONSTRAINT k CHECK (${condition}) NOT VALID;`;
  const validate = 'ALTER TABLE a VALIDATE CONSTRAINT k;';

  it('is accepted after a valid check, as a contract step', async () => {
    expect(await found(check('b IS NOT NULL'), validate, setNotNull)).toEqual([]);
    expect(await found(check('b IS NOT NULL'), validate, setNotNull.replace(CONTRACT, ''))).toEqual([
      expect.stringContaining('breaks processes of the previous version'),
    ]);
  });

  it.each([
    ['no check', [setNotNull]],
    ['a check that is not validated', [check('b IS NOT NULL'), setNotNull]],
    ['a check of another column', [check('id IS NOT NULL'), validate, setNotNull]],
    ['a check of something else', [check('b IS NULL'), validate, setNotNull]],
  ])('is refused with %s', async (_, migrations) => {
    expect(await found(...migrations)).toEqual([expect.stringContaining('SET NOT NULL of b reads all of a')]);
  });

  it('a check is not validated in the migration that adds it', async () => {
    expect(await found(check('b > 0') + validate)).toEqual([expect.stringContaining('VALIDATE CONSTRAINT k is in one transaction')]);
  });
});

describe('an index that is built or dropped concurrently', () => {
  it('is accepted in a migration of its own', async () => {
    const create = '-- For reads by b.\nCREATE INDEX CONCURRENTLY i ON a (b);';
    expect(await found(create, 'DROP INDEX CONCURRENTLY IF EXISTS a_b;')).toEqual([]);
  });

  it.each([
    ['CREATE INDEX CONCURRENTLY i ON a (b); SELECT 1;', 'CONCURRENTLY does not run in a transaction'],
    ['SELECT 1; DROP INDEX CONCURRENTLY IF EXISTS a_b;', 'CONCURRENTLY does not run in a transaction'],
    ['CREATE INDEX CONCURRENTLY ON a (b);', 'The index has no name'],
    ['CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON a (b);', 'IF NOT EXISTS takes an index'],
    ['DROP INDEX CONCURRENTLY a_b;', 'A repetition would fail'],
    ['create index concurrently i on a (b);', 'The migration job would run this statement in a transaction'],
    ['CREATE INDEX CONCURRENTLY "I" ON a (b);', 'The migration job would run this statement in a transaction'],
    ['DROP INDEX CONCURRENTLY IF EXISTS public.a_b;', 'The migration job would run this statement in a transaction'],
  ])('is refused otherwise: %s', async (sql, message) => {
    expect(await found(sql)).toEqual([expect.stringContaining(message)]);
  });
});

describe('what runs beside the previous version is accepted', () => {
  it.each([
    'CREATE TABLE n (id int PRIMARY KEY, c int NOT NULL); CREATE INDEX n_c ON n (c); ALTER TABLE n ADD UNIQUE (c); UPDATE n SET c = 1',
    "ALTER TABLE a ADD COLUMN c int, ADD COLUMN d text NOT NULL DEFAULT '', ADD COLUMN e timestamptz NOT NULL DEFAULT now()",
    "ALTER TABLE a ADD COLUMN c int DEFAULT -1, ADD COLUMN d jsonb DEFAULT '{}'::jsonb, ADD COLUMN e int[] DEFAULT ARRAY[1, 2]",
    'ALTER TABLE a ADD CONSTRAINT k FOREIGN KEY (b) REFERENCES a (id) NOT VALID',
    'ALTER TABLE a ADD CONSTRAINT k UNIQUE USING INDEX a_b',
    'ALTER TABLE a ALTER COLUMN b SET DEFAULT 1, ALTER COLUMN id DROP NOT NULL, REPLICA IDENTITY FULL, ALTER COLUMN b SET STATISTICS 0',
    'ALTER INDEX a_b RENAME TO a_by_b',
    'GRANT SELECT ON a TO parley_channels; COMMENT ON TABLE a IS $$x$$; INSERT INTO a VALUES (1)',
    'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  ])('%s', async (sql) => {
    expect(await found(`${sql};`)).toEqual([]);
  });
});

it('a file that PostgreSQL cannot parse is named', async () => {
  expect(await found('CREATE TALE a;')).toEqual([
    expect.stringMatching(/20270100_x\/migration.sql:1 PostgreSQL cannot parse it: syntax error/),
  ]);
});

describe('the directory has a database of its own', () => {
  const inDirectory = (sql: string) =>
    scratch.findings(safeMigrations, {
      'prisma/migrations/20261122000000_initial/migration.sql': 'CREATE TABLE a (id int);',
      'prisma/migrations/20270100_x/migration.sql': 'CREATE TABLE cell (id int); CREATE INDEX c ON cell (id);',
      'prisma/directory/migrations/20261123200000_initial/migration.sql': 'CREATE TABLE cell (name text);',
      'prisma/directory/migrations/20270101_x/migration.sql': sql,
    });

  it('whose migrations follow the same rules', async () => {
    expect(await inDirectory('CREATE INDEX i ON cell (name)')).toEqual([expect.stringContaining('CREATE INDEX stops writes to cell')]);
    expect(await inDirectory('ALTER TABLE cell ADD COLUMN room int')).toEqual([]);
  });

  it('and whose history is not that of a cell', async () => {
    expect(await inDirectory('-- contract: 20270100_x\nALTER TABLE cell DROP COLUMN name')).toEqual([
      expect.stringContaining('which is no earlier migration'),
    ]);
  });
});
