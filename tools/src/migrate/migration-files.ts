import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClearError } from '../terminal/clear-error.js';
import { errorCode } from '../terminal/error-code.js';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Set for a file whose statement PostgreSQL runs only outside a transaction. */
  readonly concurrently?: ConcurrentStatement;
  /** Versions that do not know the migration of this name no longer work after this one. */
  readonly contract?: string;
}

export interface ConcurrentStatement {
  readonly does: 'create' | 'drop';
  readonly index: string;
}

/** Reads prisma/migrations in the order of the names. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const file = await readMigration(directory, name);
      const sql = file.toString('utf8');
      const checksum = createHash('sha256').update(file).digest('hex');
      const concurrently = concurrentStatement(sql);
      const contract = contractOf(sql);
      return { name, sql, checksum, ...(concurrently && { concurrently }), ...(contract !== undefined && { contract }) };
    }),
  );
}

/** The migration that the marker of a contract step names: docs/adr/0041-expand-and-contract.md. */
export function contractOf(sql: string): string | undefined {
  return /^-- contract: (\S*)/m.exec(sql)?.[1];
}

async function readMigration(directory: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(directory, name, 'migration.sql'));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new ClearError(`The migration ${name} has no file migration.sql, and nothing was changed.`, { cause: error });
  }
}

/**
 * Such a statement is alone in its file, which the rule safe-migrations checks. Any other place of CONCURRENTLY fails in PostgreSQL, and is
 * rolled back.
 */
export function concurrentStatement(sql: string): ConcurrentStatement | undefined {
  const code = sql.replaceAll(/--.*$/gm, '').trim();
  const created = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY ([a-z_][a-z0-9_]*)\s+ON\s/.exec(code)?.[1];
  if (created !== undefined) return { does: 'create', index: created };
  const dropped = /^DROP INDEX CONCURRENTLY (?:IF EXISTS )?([a-z_][a-z0-9_]*);?$/.exec(code)?.[1];
  return dropped === undefined ? undefined : { does: 'drop', index: dropped };
}
