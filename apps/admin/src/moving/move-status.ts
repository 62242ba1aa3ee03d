import { findPlace, listMoves, type Move } from '@parley/contracts/directory';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import { duration } from '../output/duration.js';
import { shownCount } from '../output/progress.js';
import { table } from '../output/table.js';
import { withCellDatabases } from './cell-databases.js';
import type { MoveContext } from './move-organization.js';
import { moveName, runningCopies, slotOf, subscriptionOf } from './replication.repository.js';

interface Replication {
  readonly tables: number;
  readonly copiedTables: number;
  /** Of the tables that are being copied now. */
  readonly copyingRows: number;
  readonly isStopped: boolean;
  readonly lagBytes: number | null;
  /** Of the write-ahead log of the source, for the slot. */
  readonly keptBytes: number | null;
  readonly slotStatus: string | null;
}

/** Shows the moves that are not done, and those whose rows are still in the source. */
export class MoveStatus {
  constructor(private readonly context: MoveContext) {}

  async execute(stringId?: string): Promise<Answer> {
    const { suite } = this.context;
    if (suite.cells.length === 0) throw new CommandError('There are no cells: CELLS names none, or only one.');
    const { moves } = await suite.callAsSystem(listMoves, {});
    const shown = moves.filter((move) => stringId === undefined || move.stringId === stringId.toLowerCase());
    if (stringId !== undefined && shown.length === 0) throw new CommandError(`${stringId} is not being moved, and has left nothing.`);
    const statuses = [];
    for (const move of shown) statuses.push(await this.statusOf(move));
    const titles = ['organization', 'from', 'to', 'step', 'since', 'tables', 'rows', 'behind', 'log kept', 'slot'];
    return {
      text: table(titles, statuses.map(row)),
      json: statuses.map(json),
      isFault: statuses.some(({ replication }) => isBroken(replication)),
    };
  }

  async statusOf(move: Move) {
    const { suite } = this.context;
    const { place } = await suite.callAsSystem(findPlace, { organizationId: move.organizationId });
    const livesIn = place?.cell ?? null;
    if (move.step === 'left') return { move, livesIn, replication: undefined };
    const replication = await withCellDatabases(this.context, move, async ({ source, target }): Promise<Replication> => {
      const subscription = await subscriptionOf(target.database.direct, move.organizationId);
      const slot = await slotOf(source.database.direct, move.organizationId);
      const copies = await runningCopies(target.database.direct, move.organizationId);
      return {
        tables: subscription?.tables ?? 0,
        copiedTables: subscription?.copied ?? 0,
        copyingRows: copies.reduce((sum, { rows }) => sum + rows, 0),
        isStopped: subscription?.isEnabled === false && move.step === 'copying',
        lagBytes: slot?.lagBytes ?? null,
        keptBytes: slot?.keptBytes ?? null,
        slotStatus: slot?.walStatus ?? null,
      };
    });
    return { move, livesIn, replication };
  }
}

type Status = Awaited<ReturnType<MoveStatus['statusOf']>>;

function isBroken(replication: Replication | undefined): boolean {
  return replication?.isStopped === true || replication?.slotStatus === 'lost';
}

function row({ move, replication }: Status): string[] {
  const since = duration(Math.max(0, Date.now() - move.stepAt * 1000));
  const named = [move.stringId, move.source, move.target, replication?.isStopped ? `${move.step}, stopped` : move.step, since];
  if (replication === undefined) return [...named, '-', '-', '-', '-', '-'];
  const { tables, copiedTables, copyingRows, lagBytes, keptBytes, slotStatus } = replication;
  const slot = slotStatus === null ? '-' : `${moveName(move.organizationId)}${slotStatus === 'lost' ? ' lost' : ''}`;
  return [...named, `${copiedTables}/${tables}`, shownCount(copyingRows), kilobytes(lagBytes), kilobytes(keptBytes), slot];
}

function kilobytes(bytes: number | null): string {
  return bytes === null ? '-' : `${shownCount(Math.round(bytes / 1024))} KB`;
}

function json({ move, livesIn, replication }: Status) {
  return {
    string_id: move.stringId,
    source: move.source,
    target: move.target,
    lives_in: livesIn,
    step: move.step,
    started_at: move.startedAt,
    step_at: move.stepAt,
    ...(replication === undefined
      ? {}
      : {
          tables: replication.tables,
          copied_tables: replication.copiedTables,
          copying_rows: replication.copyingRows,
          is_stopped: replication.isStopped,
          lag_bytes: replication.lagBytes,
          kept_bytes: replication.keptBytes,
          slot: replication.slotStatus === null ? null : moveName(move.organizationId),
          slot_status: replication.slotStatus,
        }),
  };
}
