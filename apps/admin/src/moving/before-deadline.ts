import type { Database, Tx } from '@parley/persistence';
import { limitStatements } from './carry-over.repository.js';

/**
 * Runs `work` in one transaction, which fails at the deadline and is not committed then. PostgreSQL ends its statements, so none runs on.
 * `deadline`: of `performance.now()`.
 */
export function beforeDeadline<T>(database: Database, deadline: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  const timeoutMs = Math.max(1, Math.ceil(deadline - performance.now()));
  return database.transaction(
    async (tx) => {
      await limitStatements(tx, timeoutMs);
      return work(tx);
    },
    { timeoutMs },
  );
}
