import type { SqlReader, Tx } from '@parley/persistence';
import { CommandError } from '../command-error.js';
import { columnsOf } from '../portability/export.repository.js';
import { advanceSequence, insertRows, newestMessageId, raiseVersions } from '../portability/import.repository.js';
import { beforeDeadline } from './before-deadline.js';
import { countRows, insertMails, largestId, linesOf, sequencesOf, type TableSequence, waitingMails } from './carry-over.repository.js';
import type { MovingCells } from './cell-databases.js';
import { setFence } from './fence.repository.js';
import { CARRIED_OVER, replicatedTables } from './move-tables.repository.js';
import { actAsReplica, disableSubscription } from './replication.repository.js';

type Lines = ReadonlyArray<{ readonly table: string; readonly columns: readonly string[]; readonly lines: readonly string[] }>;
type BeyondIds = ReadonlyArray<{ readonly sequence: TableSequence; readonly largest: number }>;

/**
 * Makes the copy in the target the organization itself, while nothing changes in the source. The sequences of the target are set beyond the ids that
 * the organization has. Then one transaction inserts the rows that are not replicated, ends the replication, and lets the copy be read. The copy does
 * not change before the directory names the target.
 * @param onCommit called before that transaction commits: if this fails later, it may be committed
 */
export async function carryOver(
  { source, target }: MovingCells,
  organizationId: number,
  deadline: number,
  onCommit: () => void,
): Promise<void> {
  const sequences = await sequencesOf(target.database.direct, await tablesWithIds(target.database.direct));
  const { ids, carried, mails } = await beforeDeadline(source.database, deadline, (tx) => restOf(tx, organizationId, sequences));
  await beforeDeadline(target.database, deadline, async (tx) => {
    for (const { sequence, largest } of ids) if (largest > 0) await advanceSequence(tx, sequence, largest);
  });
  await beforeDeadline(target.database, deadline, async (tx) => {
    await actAsReplica(tx);
    for (const { table, columns, lines } of carried) if (lines.length > 0) await insertRows(tx, organizationId, { table, columns }, lines);
    await insertMails(tx, organizationId, mails);
    // What processes of the target remember of an earlier stay must never seem current, and no event of the log was copied.
    await raiseVersions(tx, organizationId);
    await disableSubscription(tx, organizationId);
    await setFence(tx, organizationId, 'closed');
    onCommit();
  });
}

/** What the source has that is not replicated: the largest ids, small tables, and mails. */
async function restOf(
  tx: Tx,
  organizationId: number,
  sequences: readonly TableSequence[],
): Promise<{ ids: BeyondIds; carried: Lines; mails: readonly string[] }> {
  const ids = [];
  // Message ids must ascend, and ids of an earlier stay must not be assigned again.
  for (const sequence of sequences)
    ids.push({
      sequence,
      largest: sequence.table === 'message' ? await newestMessageId(tx, organizationId) : await largestId(tx, organizationId, sequence),
    });
  const carried = [];
  for (const table of CARRIED_OVER) {
    const columns = await columnsOf(tx, table);
    carried.push({ table, columns, lines: await linesOf(tx, organizationId, table, columns) });
  }
  return { ids, carried, mails: await waitingMails(tx, organizationId) };
}

async function tablesWithIds(reader: SqlReader): Promise<string[]> {
  const without: readonly string[] = ['organization', 'organization_counter', 'file_to_erase'];
  return [...CARRIED_OVER, ...(await replicatedTables(reader))].filter((table) => !without.includes(table));
}

/** @throws CommandError if a table has other rows in the target than in the source */
export async function compareCounts({ source, target }: MovingCells, organizationId: number, deadline: number): Promise<void> {
  const tables = await replicatedTables(source.database.direct);
  const [here, there] = await Promise.all(
    [source, target].map(({ database }) => beforeDeadline(database, deadline, (tx) => countRows(tx, organizationId, tables))),
  );
  for (const table of tables) {
    const [before, after] = [here?.get(table), there?.get(table)];
    if (before !== after)
      throw new CommandError(`The copy is not whole: ${table} has ${before} rows in ${source.cell}, and ${after} in ${target.cell}.`);
  }
}
