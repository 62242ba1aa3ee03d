import type { LoggedEvent } from '@parley/contracts';
import { LogReader } from '@parley/event-log';
import { Database } from '@parley/persistence';

const ENOUGH = 100_000;

/** The events of an organization's log after `seq`, in order. */
export function loggedEvents(database: Database, organizationId: number, after = 0): Promise<LoggedEvent[]> {
  return new LogReader(database).after(organizationId, after, ENOUGH);
}

/** The newest seq of an organization's log. */
export async function newestSeq(database: Database, organizationId: number): Promise<number> {
  const heads = await new LogReader(database).heads([organizationId]);
  return heads.get(organizationId)?.seq ?? 0;
}

/** The types of all events in the logs of a whole installation. */
export async function loggedTypes(databaseUrl: string): Promise<ReadonlySet<string>> {
  const database = new Database({ url: databaseUrl, poolSize: 1, name: 'parley-tests' });
  try {
    const rows = await database.client.$queryRaw<{ type: string }[]>`SELECT DISTINCT type FROM event_log`;
    return new Set(rows.map(({ type }) => type));
  } finally {
    await database.close();
  }
}
