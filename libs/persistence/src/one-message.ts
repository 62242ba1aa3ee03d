import type pg from 'pg';
import { types } from './direct-reader.js';
import type { Prisma } from './generated/client.js';
import { literal, withLiterals } from './literals.js';
import type { StatementNames } from './prepared-statements.js';

export const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

export interface Message {
  /** Statements that begin a transaction. */
  readonly before: string;
  readonly statement?: Prisma.Sql | undefined;
  /** A statement that ends the transaction, if it is to end. */
  readonly after?: string;
}

/** pg ignores `statement`. Tests that record statements read it to know which one the message runs. */
interface WatchedQuery extends pg.QueryConfig {
  readonly statement: string | undefined;
}

/** Names of the statements that this module has prepared on each connection. */
const preparedOn = new WeakMap<pg.ClientBase, Set<string>>();

/**
 * Sends a transaction, or its beginning, as one message of the simple query protocol: one round trip instead of three. Returns one
 * result for each statement. If a statement fails, the connection is released; otherwise the caller releases it.
 */
export async function sendTogether(
  connection: pg.PoolClient,
  names: StatementNames,
  { before, statement, after }: Message,
): Promise<readonly pg.QueryResult[]> {
  const { prepare, run } = partsOf(connection, names, statement);
  const text = [before, prepare, run, after].filter((part) => part !== undefined).join(';\n');
  const ignore = () => undefined;
  // The statement that runs reports the loss of the connection. Without a listener, the event would end the process.
  connection.on('error', ignore);
  try {
    const query: WatchedQuery = { text, types, statement: statement?.text };
    const results: unknown = await connection.query(query);
    return Array.isArray(results) ? results : [];
  } catch (error) {
    // After a failed PREPARE message it is not known whether the statement is prepared, so the connection is closed.
    const isKnown = prepare === undefined;
    const isEnded =
      isKnown &&
      (await connection.query('ROLLBACK').then(
        () => true,
        () => false,
      ));
    connection.release(!isEnded);
    throw error;
  } finally {
    connection.off('error', ignore);
  }
}

/** A statement that is marked as prepared is prepared on this connection first, if it is not yet. Others have their values in the text. */
function partsOf(connection: pg.ClientBase, names: StatementNames, statement: Prisma.Sql | undefined): { prepare?: string; run?: string } {
  if (statement === undefined) return {};
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
