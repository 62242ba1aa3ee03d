import { type Node, parseSync } from 'libpg-query';
import { contractOf } from '../../migrate/migration-files.js';

export interface MigrationFile {
  readonly path: string;
  readonly name: string;
  readonly statements: readonly Statement[];
  /** The name after `-- contract:`. Versions that do not know that migration no longer work after this one. */
  readonly contract: string | undefined;
}

export interface Statement {
  readonly node: Node;
  readonly line: number;
}

/** Needs `loadModule` of libpg-query. */
export function readMigration(path: string, sql: string): MigrationFile {
  const name = path.split('/').at(-2) ?? '';
  const statements = (parseSync(sql).stmts ?? []).flatMap(({ stmt, stmt_location: at = 0 }) =>
    stmt === undefined ? [] : [{ node: stmt, line: lineOf(sql, at) }],
  );
  return { path, name, statements, contract: contractOf(sql) };
}

/** PostgreSQL counts bytes, from the end of the statement before: blank lines and comments follow. */
function lineOf(sql: string, byte: number): number {
  const before = Buffer.from(sql).subarray(0, byte).toString();
  const code = /^(?:\s|--.*\n)*/.exec(sql.slice(before.length))?.[0] ?? '';
  return `${before}${code}`.split('\n').length;
}
