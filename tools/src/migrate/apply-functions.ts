import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { ClearError } from '../terminal/clear-error.js';
import { isLockFailure, type LockWaits, type MigrationRun, retryForLocks } from './lock-waits.js';

export interface FunctionPlan {
  /** New or changed. */
  readonly changed: readonly FunctionFile[];
  /** Signatures that no file defines any more. */
  readonly obsolete: readonly string[];
}

export interface FunctionOutcome {
  /** Names of the functions that were created or replaced. */
  readonly functions: readonly string[];
  /** Signatures that no file defines any more. */
  readonly obsolete: readonly string[];
}

export interface FunctionFile {
  readonly name: string;
  readonly path: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Which functions of prisma/functions/<owner>/<function>.sql are to be created or replaced. Changes nothing. Without a client: in a new database. */
export async function planFunctions(client: pg.Client | undefined, directory: string): Promise<FunctionPlan> {
  const files = await readFunctions(directory);
  if (!client || !(await isRecorded(client))) return { changed: files, obsolete: [] };
  const before = await checksums(client);
  const changed = files.filter(({ name, checksum }) => before.get(name) !== checksum);
  return { changed, obsolete: await obsoleteSignatures(client, files) };
}

/**
 * Creates or replaces the functions whose file is new or changed, in one transaction. A function without a file is reported and not dropped,
 * because processes of the previous version may still call it: a later migration drops it.
 * @throws ClearError with the file that failed; nothing was changed
 */
export async function applyFunctions(client: pg.Client, directory: string, { waits, report }: MigrationRun): Promise<FunctionOutcome> {
  await client.query(table);
  const { changed } = await planFunctions(client, directory);
  if (changed.length > 0) {
    await retryForLocks(client, 'The functions of prisma/functions', {
      waits,
      report,
      attempt: () => applyChanged(client, changed, waits),
    });
  }
  const { obsolete } = await planFunctions(client, directory);
  return { functions: changed.map(({ name }) => name), obsolete };
}

async function isRecorded(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('_parley_functions') IS NOT NULL AS found");
  return rows[0]?.found === true;
}

const table = `CREATE TABLE IF NOT EXISTS _parley_functions (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/** The directory of cells has no functions, so the folder may be missing. */
async function readFunctions(directory: string): Promise<FunctionFile[]> {
  if (!existsSync(directory)) return [];
  const paths = (await readdir(directory, { recursive: true })).filter((path) => path.endsWith('.sql'));
  return Promise.all(
    paths.sort().map(async (path) => {
      const file = await readFile(join(directory, path));
      const checksum = createHash('sha256').update(file).digest('hex');
      return { name: basename(path, '.sql'), path, sql: file.toString('utf8'), checksum };
    }),
  );
}

/** Of the functions that exist. One that was dropped has none, so that it is created again. */
async function checksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT name, checksum FROM _parley_functions
     WHERE EXISTS (SELECT FROM pg_proc WHERE proname = name AND pronamespace = 'public'::regnamespace)`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/**
 * Functions call each other, so they are first created without a look into their bodies, and then again with it. In between, each loses its
 * grants, so that it has exactly those in its file.
 */
async function applyChanged(client: pg.Client, changed: readonly FunctionFile[], waits: LockWaits): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${waits.tryMs}`);
    await client.query('SET LOCAL check_function_bodies = off');
    for (const file of changed) await run(client, file);
    const { rows } = await client.query<{ statement: string }>(revokeGrants, [changed.map(({ name }) => name)]);
    for (const { statement } of rows) await client.query(statement);
    await client.query('SET LOCAL check_function_bodies = on');
    for (const file of changed) await run(client, file);
    await client.query(
      `INSERT INTO _parley_functions (name, checksum) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
      [changed.map(({ name }) => name), changed.map(({ checksum }) => checksum)],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function run(client: pg.Client, { path, sql }: FunctionFile): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (isLockFailure(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ClearError(`Function ${path} failed, and no function was changed: ${reason}`, { cause: error });
  }
}

/** Not of a function with several signatures: processes of the previous version may still call the older one. */
const revokeGrants = `
  SELECT format('REVOKE ALL ON FUNCTION %s FROM %I', p.oid::regprocedure, pg_get_userbyid(g.grantee)) AS statement
  FROM pg_proc p CROSS JOIN LATERAL aclexplode(p.proacl) g
  WHERE p.pronamespace = 'public'::regnamespace AND p.proname = ANY ($1) AND g.grantee NOT IN (0, p.proowner)
    AND (SELECT count(*) FROM pg_proc o WHERE o.proname = p.proname AND o.pronamespace = p.pronamespace) = 1`;

/** Functions that were applied once and whose file is gone, and all signatures of a function that has several. */
async function obsoleteSignatures(client: pg.Client, files: readonly FunctionFile[]): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `SELECT p.oid::regprocedure::text AS signature FROM pg_proc p JOIN _parley_functions f ON f.name = p.proname
     WHERE p.pronamespace = 'public'::regnamespace
       AND (f.name <> ALL ($1) OR (SELECT count(*) FROM pg_proc o WHERE o.proname = p.proname AND o.pronamespace = p.pronamespace) > 1)
     ORDER BY 1`,
    [files.map(({ name }) => name)],
  );
  return rows.map(({ signature }) => signature);
}
