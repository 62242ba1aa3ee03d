import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The advisory lock of `prisma migrate deploy`, so that the two never run at once. */
export const MIGRATION_LOCK = 72_707_369;

const BETWEEN_TRIES_MS = 200;
const BETWEEN_REPORTS_MS = 30_000;

/**
 * Works with the lock of migrations. It is tried again and again, because a session that waits for it would have an open transaction, and an
 * index that another session builds concurrently waits for all open transactions.
 */
export async function withMigrationLock<T>(
  databaseUrl: string,
  report: (line: string) => void,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'parley-migrate' });
  // A lost connection fails the query that runs, or the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeLock(client, report);
    return await work(client);
  } finally {
    // Ends the session, which releases the lock.
    await client.end();
  }
}

async function takeLock(client: pg.Client, report: (line: string) => void): Promise<void> {
  for (let nextReport = Date.now(); ; ) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
    if (rows[0]?.taken) return;
    if (Date.now() >= nextReport) {
      report('another migration job is at work: waiting for its end');
      nextReport = Date.now() + BETWEEN_REPORTS_MS;
    }
    await sleep(BETWEEN_TRIES_MS);
  }
}
