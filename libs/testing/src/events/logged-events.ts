import type { LoggedEvent } from '@parley/contracts';
import { LogReader } from '@parley/event-log';
import type { Database } from '@parley/persistence';

const ENOUGH = 100_000;

/** What an organization's log holds after `seq`, in order. */
export function loggedEvents(database: Database, organizationId: number, after = 0): Promise<LoggedEvent[]> {
  return new LogReader(database).after(organizationId, after, ENOUGH);
}

/** The newest seq of an organization's log. */
export async function newestSeq(database: Database, organizationId: number): Promise<number> {
  const heads = await new LogReader(database).heads([organizationId]);
  return heads.get(organizationId) ?? 0;
}
