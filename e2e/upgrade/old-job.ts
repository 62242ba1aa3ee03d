import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ClearError } from '../../tools/src/terminal/clear-error.js';
import { queryAt } from '../cluster/time-travel/suite-postgres.js';
import type { MixedSuite } from './mixed-suite.js';

/** Versions that have it compare the schema with their own before they change anything. */
const SCHEMA_VERSION = 'prisma/migrations/20261123100000_schema_version';

/** All that a migration job may change. */
interface Schema {
  readonly migrations: unknown;
  readonly columns: unknown;
  readonly functions: unknown;
  readonly logins: unknown;
}

export interface OldJob {
  /** The reason, or undefined if the job ended with success. */
  readonly refusal: string | undefined;
  readonly before: Schema;
  readonly after: Schema;
}

/** Whether the migration job of a version must refuse a newer schema. */
export function refusesNewerSchemas(checkout: string): boolean {
  return existsSync(join(checkout, SCHEMA_VERSION));
}

/**
 * Runs the migration job of the old version on the schema of the new one, as an operator who goes back by mistake. A job that does not refuse it
 * puts its own functions in the place of the newer ones: then the job of the new version runs again, and `after` is what it left.
 */
export async function runOldJob(mixed: MixedSuite): Promise<OldJob> {
  const before = await readSchema(mixed.suite.databaseUrl);
  const refusal = await mixed.migrate('old').then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof ClearError)) throw error;
      return error.message;
    },
  );
  mixed.say(refusal ?? 'it was not refused: the migration job of the new version runs again');
  if (refusal === undefined) await mixed.migrate('new');
  return { refusal, before, after: await readSchema(mixed.suite.databaseUrl) };
}

async function readSchema(databaseUrl: string): Promise<Schema> {
  const [schema] = await queryAt<Schema>(
    databaseUrl,
    `SELECT
      (SELECT jsonb_agg(to_jsonb(m) ORDER BY m.migration_name, m.started_at) FROM _prisma_migrations m) AS migrations,
      (SELECT jsonb_agg(concat_ws(' ', table_name, column_name, data_type, column_default, is_nullable) ORDER BY table_name, column_name)
       FROM information_schema.columns WHERE table_schema = 'public') AS columns,
      (SELECT jsonb_object_agg(p.oid::regprocedure::text, to_jsonb(concat_ws(' ', p.prosrc, p.proconfig, p.proacl)))
       FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace) AS functions,
      (SELECT jsonb_object_agg(rolname, md5(coalesce(rolpassword, ''))) FROM pg_authid WHERE rolname LIKE 'parley%') AS logins`,
  );
  if (schema === undefined) throw new Error('PostgreSQL returned no schema');
  return schema;
}
