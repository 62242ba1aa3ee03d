import { setTimeout as delay } from 'node:timers/promises';
import type { CellDatabase, MovingCells } from './cell-databases.js';
import { dropPublication, dropSlot, dropSubscription, subscriptionOf } from './replication.repository.js';
import { hasState } from './sql-state.js';

export const SLOT_IN_USE = '55006';
const RETRY_MS = 200;
const TRIES = 150;

/** Drops the subscription in the target, then the slot and the publication in the source. Does nothing without them. */
export async function endReplication({ source, target }: MovingCells, organizationId: number): Promise<void> {
  if ((await subscriptionOf(target.database.direct, organizationId)) !== undefined)
    await dropSubscription(target.database.direct, organizationId);
  await endPublication(source, organizationId);
}

/** Drops the slot and the publication in the source. Does nothing without them. */
export async function endPublication(source: CellDatabase, organizationId: number): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await dropSlot(source.database.direct, organizationId);
      break;
    } catch (error) {
      // The process of the source that served the subscription ends a moment later.
      if (!hasState(error, SLOT_IN_USE) || left === 1) throw error;
      await delay(RETRY_MS);
    }
  }
  await dropPublication(source.database.direct, organizationId);
}
