import { type DefElem, type Node, parsePlPgSQLSync, parseSync } from 'libpg-query';
import { z } from 'zod';
import { textsOf } from './syntax.js';

/** The statements of a SQL function, and the names other than columns that they can use. */
export interface FunctionStatements {
  readonly name: string;
  readonly statements: readonly string[];
  readonly variables: ReadonlySet<string>;
}

/** How PL/pgSQL parses a text: as a whole statement, or otherwise as an expression or an assignment. */
const WHOLE_STATEMENT = 0;
const ASSIGNED = /^\w+\s*:=/;
const expression = z.object({ query: z.string(), parseMode: z.int().default(WHOLE_STATEMENT) });

/** Reads the file of one function of prisma/functions. */
export function functionStatements(file: string): FunctionStatements {
  const [declared] = (parseSync(file).stmts ?? []).flatMap(({ stmt }) =>
    stmt !== undefined && 'CreateFunctionStmt' in stmt ? [stmt.CreateFunctionStmt] : [],
  );
  if (declared === undefined) throw new Error('no function');
  const [name = ''] = textsOf(declared.funcname);
  const parameters = (declared.parameters ?? []).flatMap((each) =>
    'FunctionParameter' in each ? (each.FunctionParameter.name ?? []) : [],
  );
  const option = (wanted: string) =>
    (declared.options ?? []).flatMap((each) => ('DefElem' in each ? [each.DefElem] : [])).find(({ defname }) => defname === wanted);
  if (textOf(option('language')) === 'sql') return { name, statements: [textOf(option('as'))], variables: new Set([name, ...parameters]) };
  const parsed: unknown = parsePlPgSQLSync(file);
  const declaredNames = found(parsed, 'refname').flatMap((each) => (typeof each === 'string' ? [each] : []));
  const statements = found(parsed, 'PLpgSQL_expr').map((each) => {
    const { query, parseMode } = expression.parse(each);
    return parseMode === WHOLE_STATEMENT ? query : `SELECT ${query.replace(ASSIGNED, '')}`;
  });
  return { name, statements, variables: new Set([name, ...parameters, ...declaredNames]) };
}

function textOf(option: DefElem | undefined): string {
  const value: Node | undefined = option?.arg;
  if (value !== undefined && 'String' in value) return value.String.sval ?? '';
  return value !== undefined && 'List' in value ? (textsOf(value.List.items)[0] ?? '') : '';
}

/** All values under this key, at any depth. */
function found(part: unknown, key: string): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => (name === key ? [value] : found(value, key)));
}
