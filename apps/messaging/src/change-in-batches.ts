import type { ChangeLog, EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';

/**
 * Changes an organization until a batch finds nothing to do. Returns the sum of what the batches return. Each batch is a transaction
 * that reads again what is left to do. So a failed run leaves nothing half done, and the next run continues.
 */
export async function changeInBatches(
  eventLog: EventLog,
  organizationId: number,
  batch: (tx: Tx, log: ChangeLog) => Promise<number>,
): Promise<number> {
  let done = 0;
  for (;;) {
    const more = await eventLog.change(organizationId, batch);
    if (more === 0) return done;
    done += more;
  }
}
