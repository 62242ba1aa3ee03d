import { changePlace, endMove, noteMoveStep } from '@parley/contracts/directory';
import { CommandError } from '../command-error.js';
import { findMove, placeOf } from '../organizations/find-move.js';
import type { Answer } from '../output/answer.js';
import { Progress } from '../output/progress.js';
import { removeWork } from './carry-over.repository.js';
import { type MovingCells, withCellDatabases } from './cell-databases.js';
import { deleteCopy } from './delete-copy.js';
import { endReplication } from './end-replication.js';
import { fenceOf, setFence } from './fence.repository.js';
import { takeDownFence } from './fences.js';
import type { MoveContext } from './move-organization.js';
import { actAsReplica } from './replication.repository.js';
import { withMoveLock } from './with-move-lock.js';

/** Ends a move before the organization lives in the target: it is used in the source as before, and the copy is deleted. It may be repeated. */
export class CancelMove {
  constructor(private readonly context: MoveContext) {}

  async execute(stringId: string): Promise<Answer> {
    const { suite } = this.context;
    const move = await findMove(suite, stringId);
    if (move === undefined || move.step === 'left') throw new CommandError(`${stringId} is not being moved.`);
    const { organizationId: id, source, target } = move;
    return withCellDatabases(this.context, { source, target }, (cells) =>
      withMoveLock(cells, id, async () => {
        const place = await placeOf(suite, stringId);
        if (place.cell === target)
          throw new CommandError(
            `${stringId} lives in ${target} already: run move-organization ${stringId} --to ${target} to finish the move.`,
          );
        const { outcome } = await suite.callAsSystem(noteMoveStep, { organizationId: id, step: 'cancelling' });
        if (outcome === 'refused') throw new CommandError(`${stringId} is not being moved.`);
        const here = { cell: source, state: 'active', target: null } as const;
        await suite.callAsSystem(changePlace, { organizationId: id, from: { cell: source, state: 'moving', target }, to: here });
        await this.undo(id, cells);
        await suite.callAsSystem(endMove, { organizationId: id });
        return {
          text: `The move of ${stringId} is cancelled. It lives in ${source}, and nothing of it is in ${target}.`,
          json: { string_id: stringId, cell: source, cancelled: true },
        };
      }),
    );
  }

  private async undo(id: number, cells: MovingCells): Promise<void> {
    const { report } = this.context;
    const { source, target } = cells;
    // First, because changes may be refused now.
    await takeDownFence(source.database, id, report);
    await endReplication(cells, id);
    if ((await fenceOf(target.database.direct, id)) === undefined) return;
    await target.database.transaction(async (tx) => {
      await actAsReplica(tx);
      // Its mails are found by the row of the organization.
      await removeWork(tx, id);
      await setFence(tx, id, 'elsewhere');
    });
    await deleteCopy(target.database, id, new Progress(report));
    await takeDownFence(target.database, id, report);
  }
}
