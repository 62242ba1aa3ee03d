import { endMove, findPlace } from '@parley/contracts/directory';
import { CommandError } from '../command-error.js';
import { findMove } from '../organizations/find-move.js';
import type { Answer } from '../output/answer.js';
import { Progress, shownCount } from '../output/progress.js';
import { withCellDatabases } from './cell-databases.js';
import { deleteCopy } from './delete-copy.js';
import { fenceOf } from './fence.repository.js';
import { takeDownFence } from './fences.js';
import type { MoveContext } from './move-organization.js';
import { withMoveLock } from './with-move-lock.js';

/** Deletes the rows that an organization left in the cell from which it moved. It may be interrupted, and run again. */
export class PurgeMoved {
  constructor(private readonly context: MoveContext) {}

  async execute(stringId: string): Promise<Answer> {
    const { suite, report } = this.context;
    const move = await findMove(suite, stringId);
    if (move?.step !== 'left') throw new CommandError(`${stringId} has left nothing: move-status shows moves and what they left.`);
    const { organizationId: id, source, target } = move;
    const { place } = await suite.callAsSystem(findPlace, { organizationId: id });
    if (place?.cell === source) throw new CommandError(`${stringId} lives in ${source}.`);
    return withCellDatabases(this.context, { source, target }, (cells) =>
      withMoveLock(cells.source, id, async (checkLock) => {
        const { database } = cells.source;
        const started = performance.now();
        // Without a fence an earlier run has deleted everything.
        const state = await fenceOf(database.direct, id);
        if (state !== undefined && state !== 'elsewhere') throw new CommandError(`The rows of ${stringId} in ${source} are in use.`);
        const deleted = state === undefined ? 0 : await deleteCopy(database, id, new Progress(report), checkLock);
        await takeDownFence(database, id, report);
        await suite.callAsSystem(endMove, { organizationId: id });
        const seconds = Math.round((performance.now() - started) / 1000);
        return {
          text: `What ${stringId} left in ${source} is deleted: ${shownCount(deleted)} rows in ${seconds} s.`,
          json: { string_id: stringId, cell: source, rows: deleted, seconds },
        };
      }),
    );
  }
}
