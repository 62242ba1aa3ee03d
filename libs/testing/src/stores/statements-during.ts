import pg from 'pg';
import { textOfQuery } from '../statements/text-of-query.js';

const UNCOUNTED = /^(BEGIN[^\n]*$|COMMIT|ROLLBACK|SET TRANSACTION)|(UPDATE|FROM) outbox_call\b|UPDATE due_organization d\b/i;

/**
 * The SQL statements that this process sends while `work` runs, without transaction control. For tests that the number of statements is constant:
 * run it with a small and with a large input, and compare. Includes statements of services started in this process, except the periodic sweeps
 * of the outbox and of what is due.
 */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = new Proxy(original, {
    apply: (target, client, args: readonly unknown[]) => {
      const text = textOfQuery(args[0]);
      if (text !== undefined && !UNCOUNTED.test(text) && !exportsSnapshot(args[0])) sent.push(text);
      return Reflect.apply(target, client, [...args]);
    },
  });
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return sent;
}

/** Registrations of tests begin with it. */
function exportsSnapshot(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'text' in query && String(query.text).includes('pg_export_snapshot');
}
