import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@parley/persistence';
import { type Progress, shownCount } from '../output/progress.js';
import { deleteCopiedRows } from './carry-over.repository.js';
import { leafTables } from './move-tables.repository.js';
import { actAsReplica } from './replication.repository.js';
import type { CheckLock } from './with-move-lock.js';

/** Blocks of 8 KB that one transaction reads: some ten thousand rows at most. */
const BLOCKS = 500;

/**
 * Deletes the rows of a copy that is not used: what an organization left behind, or what a cancelled move had copied. Files stay, because all cells
 * share them. Each table is read once from its beginning to its end, so no index is needed, and nothing is read twice. After each transaction it waits
 * for as long as the transaction took. It may be interrupted, and run again. Returns the number of rows.
 */
export async function deleteCopy(database: Database, organizationId: number, progress: Progress, checkLock: CheckLock): Promise<number> {
  let deleted = 0;
  for (const { name, blocks } of await leafTables(database.direct)) {
    for (let from = 0; from < blocks; from += BLOCKS) {
      const started = performance.now();
      await checkLock();
      const part = { name, from, to: from + BLOCKS };
      const gone = await database.transaction(
        async (tx) => {
          await actAsReplica(tx);
          return deleteCopiedRows(tx, organizationId, part);
        },
        { timeoutMs: 10 * 60_000 },
      );
      deleted += gone;
      progress.show(() => `${name}: ${shownCount(deleted)} rows deleted`);
      if (gone > 0) await delay(performance.now() - started);
    }
  }
  return deleted;
}
