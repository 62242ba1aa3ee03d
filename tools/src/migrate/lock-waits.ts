import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ClearError } from '../terminal/clear-error.js';
import { errorCode } from '../terminal/error-code.js';

/** How long the migration job waits for locks that running transactions hold. */
export interface LockWaits {
  /**
   * For each lock. A statement that waits for a lock on a table also stops the statements that come after it, so this is less than the deadline of
   * a call (5 s). A migration that takes several locks holds the first ones while it waits for the next.
   */
  readonly tryMs: number;
  /** After this time no further try begins. */
  readonly totalMs: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** For each lock of a statement that runs concurrently. It stops no other statement while it waits, and a new try begins from the start. */
  readonly concurrentMs: number;
}

export const LOCK_WAITS: LockWaits = {
  tryMs: 2_000,
  totalMs: 120_000,
  firstPauseMs: 500,
  longestPauseMs: 10_000,
  concurrentMs: 600_000,
};

export interface MigrationRun {
  readonly waits: LockWaits;
  readonly report: (line: string) => void;
}

const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/** Whether an error means that another transaction held a lock, so that a repetition can succeed. */
export function isLockFailure(error: unknown): boolean {
  return [lockNotAvailable, deadlockDetected].includes(errorCode(error) ?? '');
}

/**
 * Repeats a transaction that did not get its locks. `attempt` leaves no transaction open when it fails.
 * @throws ClearError that names `what` and the transactions that are open, if the time is over
 */
export async function retryForLocks<T>(
  client: pg.Client,
  what: string,
  { waits, report, attempt }: MigrationRun & { attempt: () => Promise<T> },
): Promise<T> {
  const giveUpAt = Date.now() + waits.totalMs;
  for (let tries = 1, pauseMs = waits.firstPauseMs; ; tries += 1, pauseMs = Math.min(pauseMs * 2, waits.longestPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      if (Date.now() + pauseMs > giveUpAt) throw await gaveUp(client, what, tries, error);
      report(`${what} did not get its locks (timeout or deadlock, try ${tries}), again in ${pauseMs} ms`);
      await sleep(pauseMs);
    }
  }
}

async function gaveUp(client: pg.Client, what: string, tries: number, error: unknown): Promise<ClearError> {
  const { rows } = await client.query<{ text: string }>(oldestTransactions);
  const open = rows.length === 0 ? 'none is open now' : rows.map(({ text }) => text).join('; ');
  return new ClearError(
    `${what} did not get its locks in ${tries} tries and was rolled back. Start the migration job again when the transactions that ` +
      `hold them have ended. The oldest open transactions: ${open}.`,
    { cause: error },
  );
}

/** Without their statements, which may contain texts of users. */
const oldestTransactions = `
  SELECT format('process %s of %s (%s), open for %s s', pid, coalesce(nullif(application_name, ''), 'an unnamed program'), usename,
                extract(epoch FROM now() - xact_start)::integer) AS text
  FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
  ORDER BY xact_start LIMIT 3`;
