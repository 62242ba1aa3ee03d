import type { Database } from '@parley/persistence';
import { CommandError } from '../command-error.js';
import { columnsOf } from '../portability/export.repository.js';
import { advanceSequence, insertRows, newestMessageId, raiseVersions } from '../portability/import.repository.js';
import { countRows, insertMails, largestId, linesOf, sequencesOf, waitingMails } from './carry-over.repository.js';
import type { MovingCells } from './cell-databases.js';
import { setFence } from './fence.repository.js';
import { CARRIED_OVER, replicatedTables } from './move-tables.repository.js';
import { actAsReplica, disableSubscription } from './replication.repository.js';

/**
 * Makes the copy in the target the organization itself, while nothing changes in the source: ids go on beyond those that it has, then one transaction
 * inserts the rows that are not replicated, ends the replication, and lets the copy be read. It may be read from then on, and not be changed.
 */
export async function carryOver({ source, target }: MovingCells, organizationId: number): Promise<void> {
  await advanceSequences(source.database, target.database, organizationId);
  const carried = await Promise.all(
    CARRIED_OVER.map(async (table) => {
      const columns = await columnsOf(source.database.direct, table);
      return { table, columns, lines: await linesOf(source.database.direct, organizationId, table, columns) };
    }),
  );
  const mails = await waitingMails(source.database.direct, organizationId);
  await target.database.transaction(async (tx) => {
    await actAsReplica(tx);
    for (const { table, columns, lines } of carried) if (lines.length > 0) await insertRows(tx, organizationId, { table, columns }, lines);
    await insertMails(tx, organizationId, mails);
    // What processes of the target remember of an earlier stay must never seem current, and no event of the log was copied.
    await raiseVersions(tx, organizationId);
    await disableSubscription(tx, organizationId);
    await setFence(tx, organizationId, 'closed');
  });
}

/** The ids of a sequence are not replicated. Message ids must ascend, and ids of an earlier stay must not be assigned again. */
async function advanceSequences(source: Database, target: Database, organizationId: number): Promise<void> {
  const replicated = await replicatedTables(target.direct);
  const tables = [...CARRIED_OVER.filter((table) => table !== 'organization_counter' && table !== 'file_to_erase'), ...replicated];
  for (const sequence of await sequencesOf(
    target.direct,
    tables.filter((table) => table !== 'organization'),
  )) {
    const { table } = sequence;
    const largest =
      table === 'message'
        ? await source.transaction((tx) => newestMessageId(tx, organizationId))
        : await largestId(source.direct, organizationId, sequence);
    if (largest > 0) await advanceSequence(target.direct, sequence, largest);
  }
}

/** @throws CommandError if a table has other rows in the target than in the source */
export async function compareCounts({ source, target }: MovingCells, organizationId: number): Promise<void> {
  const tables = await replicatedTables(source.database.direct);
  const [here, there] = await Promise.all([source, target].map(({ database }) => countRows(database.direct, organizationId, tables)));
  for (const table of tables) {
    const [before, after] = [here?.get(table), there?.get(table)];
    if (before !== after)
      throw new CommandError(`The copy is not whole: ${table} has ${before} rows in ${source.cell}, and ${after} in ${target.cell}.`);
  }
}
