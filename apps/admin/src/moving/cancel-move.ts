import { cancelMove, endMove } from '@parley/contracts/directory';
import { ConfigError } from '@parley/runtime';
import { CommandError } from '../command-error.js';
import { findMove } from '../organizations/find-move.js';
import type { Answer } from '../output/answer.js';
import { Progress } from '../output/progress.js';
import { removeWork, takeMails } from './carry-over.repository.js';
import { type CellDatabase, databaseVariable, type MovingCells, withCellDatabase } from './cell-databases.js';
import { deleteCopy } from './delete-copy.js';
import { endPublication, endReplication, SLOT_IN_USE } from './end-replication.js';
import { fenceOf, setFence } from './fence.repository.js';
import { takeDownFence } from './fences.js';
import type { MoveContext } from './move-organization.js';
import { actAsReplica } from './replication.repository.js';
import { hasState } from './sql-state.js';
import { type CheckLock, withMoveLock } from './with-move-lock.js';

/**
 * Ends a move before the organization lives in the target: it is used in the source as before, and the copy is deleted. Only the deletion needs the
 * target. It may be repeated.
 */
export class CancelMove {
  constructor(private readonly context: MoveContext) {}

  async execute(stringId: string): Promise<Answer> {
    const { suite } = this.context;
    const move = await findMove(suite, stringId);
    if (move === undefined || move.step === 'left') throw new CommandError(`${stringId} is not being moved.`);
    const { organizationId: id, source, target } = move;
    return withCellDatabase(this.context, source, (opened) =>
      withMoveLock(opened, id, async (checkLock) => {
        await this.reopen(stringId, id, opened, target);
        await this.deleteCopy(stringId, id, opened, target, checkLock);
        await suite.callAsSystem(endMove, { organizationId: id });
        return {
          text: `The move of ${stringId} is cancelled. It lives in ${source}, and nothing of it is in ${target}.`,
          json: { string_id: stringId, cell: source, cancelled: true },
        };
      }),
    );
  }

  /** From now on it is used in the source, and cannot live in the target. */
  private async reopen(stringId: string, id: number, source: CellDatabase, target: string): Promise<void> {
    const { suite, report } = this.context;
    const { outcome } = await suite.callAsSystem(cancelMove, { organizationId: id });
    if (outcome === 'there')
      throw new CommandError(
        `${stringId} lives in ${target} already: run move-organization ${stringId} --to ${target} to finish the move.`,
      );
    if (outcome === 'refused') throw new CommandError(`${stringId} is not being moved.`);
    await takeDownFence(source.database, id, report);
    report(`${stringId} is used in ${source.cell} as before`);
  }

  private async deleteCopy(stringId: string, id: number, source: CellDatabase, target: string, checkLock: CheckLock): Promise<void> {
    let isReached = false;
    try {
      await withCellDatabase(this.context, target, (opened) => {
        isReached = true;
        return this.undo(id, { source, target: opened }, checkLock);
      });
    } catch (cause) {
      if (isReached || cause instanceof CommandError || cause instanceof ConfigError) throw cause;
      // Otherwise the source would keep its log until the target is back.
      await endPublication(source, id).catch((error) => {
        // The target follows it still, so the source keeps no log for it.
        if (!hasState(error, SLOT_IN_USE)) throw error;
      });
      throw new CommandError(
        `${stringId} is used in ${source.cell} as before. Its copy in ${target} is not deleted, because that cell, or PostgreSQL at ${databaseVariable(target)}, cannot be reached: run the command again when it can.`,
        { cause },
      );
    }
  }

  private async undo(id: number, cells: MovingCells, checkLock: CheckLock): Promise<void> {
    const { report } = this.context;
    const { database } = cells.target;
    await endReplication(cells, id);
    if ((await fenceOf(database.direct, id)) === undefined) return;
    await checkLock();
    await database.transaction(async (tx) => {
      await actAsReplica(tx);
      await setFence(tx, id, 'elsewhere');
      await removeWork(tx, id);
      // Those of the source are still there. The row of the organization, which shows whose they are, is deleted last.
      await takeMails(tx, id);
    });
    await deleteCopy(database, id, new Progress(report), checkLock);
    await takeDownFence(database, id, report);
  }
}
