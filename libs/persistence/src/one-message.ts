import type pg from 'pg';
import { types } from './direct-reader.js';
import type { Prisma } from './generated/client.js';
import { literal, withLiterals } from './literals.js';
import type { StatementNames } from './prepared-statements.js';

export const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

export interface Message {
  /** Statements that begin a transaction, if none is open. */
  readonly before?: string | undefined;
  readonly statements: readonly Prisma.Sql[];
  /** A statement that ends the transaction, if it is to end. */
  readonly after?: string;
}

/** pg ignores `statement`. Tests that record statements, and traces, read it to know what the message runs. */
interface WatchedQuery extends pg.QueryConfig {
  readonly statement: string | undefined;
}

/** Names of the statements that this module has prepared on each connection. */
const preparedOn = new WeakMap<pg.ClientBase, Set<string>>();

/** Connections on which a message failed that also prepared a statement. */
const inUnknownState = new WeakSet<pg.ClientBase>();

/** Whether it is known which statements the connection has prepared. If not, it must be closed. */
export function isKnownState(connection: pg.ClientBase): boolean {
  return !inUnknownState.has(connection);
}

/** Ends the transaction of a message that failed, and gives the connection back. Never throws. */
export async function endAfterFailure(connection: pg.PoolClient): Promise<void> {
  const ignore = () => undefined;
  // A connection that is lost meanwhile emits an error. Without a listener, it would end the process.
  connection.on('error', ignore);
  const isEnded = await connection.query('ROLLBACK').then(
    () => true,
    () => false,
  );
  connection.release(!isEnded || !isKnownState(connection));
  connection.off('error', ignore);
}

/**
 * Sends a transaction, or its beginning or end, as one message of the simple query protocol: one round trip instead of several. Returns one
 * result for each statement, in order, also for those in `before` and `after`. After a failure `endAfterFailure` gives the connection back.
 */
export async function sendTogether(
  connection: pg.PoolClient,
  names: StatementNames,
  { before, statements, after }: Message,
): Promise<readonly pg.QueryResult[]> {
  // Until the parts are known: one of them may already be noted as prepared when another cannot be written.
  let isPreparing = true;
  const ignore = () => undefined;
  // The statement that runs reports the loss of the connection. Without a listener, the event would end the process.
  connection.on('error', ignore);
  try {
    const parts = statements.map((statement) => partsOf(connection, names, statement));
    isPreparing = parts.some(({ prepare }) => prepare !== undefined);
    const text = [before, ...parts.flatMap(({ prepare, run }) => [prepare, run]), after].filter((part) => part !== undefined).join(';\n');
    const query: WatchedQuery = { text, types, statement: statements.length === 0 ? undefined : textOf(statements) };
    const results: pg.QueryResult | readonly pg.QueryResult[] = await connection.query(query);
    return [results].flat().filter(({ command }) => command !== 'PREPARE');
  } catch (error) {
    // It is not known which statements are prepared.
    if (isPreparing) inUnknownState.add(connection);
    throw error;
  } finally {
    connection.off('error', ignore);
  }
}

function textOf(statements: readonly Prisma.Sql[]): string {
  return statements.map(({ text }) => text).join(';\n');
}

/** A statement that is marked as prepared is prepared on this connection first, if it is not yet. Others have their values in the text. */
function partsOf(connection: pg.ClientBase, names: StatementNames, statement: Prisma.Sql): { prepare?: string; run: string } {
  const name = names.of(statement.text);
  if (name === '') return { run: withLiterals(statement) };
  // The name without suffix belongs to pg, which prepares the same statement itself.
  const own = `${name}_in_message`;
  const run = statement.values.length === 0 ? `EXECUTE ${own}` : `EXECUTE ${own}(${statement.values.map(literal).join(', ')})`;
  const prepared = preparedOn.get(connection) ?? new Set();
  if (prepared.has(own)) return { run };
  preparedOn.set(connection, prepared.add(own));
  return { prepare: `PREPARE ${own} AS ${statement.text}`, run };
}
