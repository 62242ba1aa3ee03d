import pg from 'pg';
import { ClearError } from '../terminal/clear-error.js';
import { errorCode } from '../terminal/error-code.js';

const databaseMissing = '3D000';
/** The second is the result of a race between two creators. */
const createdMeanwhile = ['42P04', '23505'];

/** Creates the database in the URL if it does not exist. */
export async function ensureDatabase(databaseUrl: string): Promise<void> {
  if (!(await databaseExists(databaseUrl))) await createDatabase(databaseUrl);
}

/** @throws ClearError if the server cannot be used */
export async function databaseExists(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (!hasCode(error, [databaseMissing])) throw unreachable(databaseUrl, error);
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(databaseUrl: string): Promise<void> {
  const admin = new URL(databaseUrl);
  const name = decodeURIComponent(admin.pathname.slice(1));
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  try {
    await client.connect();
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE template0`);
  } catch (error) {
    // Another process created it meanwhile.
    if (!hasCode(error, createdMeanwhile)) throw unreachable(databaseUrl, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function unreachable(databaseUrl: string, error: unknown): ClearError {
  const reason = (error instanceof Error && error.message) || (errorCode(error) ?? 'it does not answer');
  const { host, pathname } = new URL(databaseUrl);
  return new ClearError(`The database at ${host}${pathname} cannot be used: ${reason}`, { cause: error });
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return codes.includes(errorCode(error) ?? '');
}
