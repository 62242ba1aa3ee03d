import { beginMove, type Move, noteMoveStep } from '@parley/contracts/directory';
import { endQueues } from '@parley/contracts/event-queue';
import { listOrganizations } from '@parley/contracts/organization';
import { organizationById, type Tx } from '@parley/persistence';
import { CommandError } from '../command-error.js';
import { findMove, placeOf } from '../organizations/find-move.js';
import type { Answer } from '../output/answer.js';
import { Progress } from '../output/progress.js';
import type { RunningSuite } from '../running-suite.js';
import { insertMails, removeWork, takeMails } from './carry-over.repository.js';
import { databaseVariable, type MovingCells, withCellDatabases } from './cell-databases.js';
import { checkCellName, checkServers, checkSuperuser, checkTargetIsEmpty, checkVersions } from './check-cells.js';
import { CopyOrganization } from './copy-organization.js';
import { endReplication } from './end-replication.js';
import { fenceOf, removeFence, setFence } from './fence.repository.js';
import { restTriggers } from './fences.js';
import { actAsReplica } from './replication.repository.js';
import { SwitchOrganization } from './switch-organization.js';
import { type CheckLock, withMoveLock } from './with-move-lock.js';

export interface MoveContext {
  readonly suite: RunningSuite;
  readonly environment: NodeJS.ProcessEnv | undefined;
  readonly report: (line: string) => void;
}

/**
 * Moves an organization to another cell: docs/adr/0049-moving-organizations.md. It may end at any point: the next run goes on. Until the directory names
 * the target, the organization lives in the source, and the move can be cancelled.
 */
export class MoveOrganization {
  private readonly suite: RunningSuite;
  private readonly report: (line: string) => void;

  constructor(private readonly context: MoveContext) {
    this.suite = context.suite;
    this.report = context.report;
  }

  async execute(stringId: string, target: string): Promise<Answer> {
    await checkCellName(this.suite, target);
    const { organizationId: id, cell } = await placeOf(this.suite, stringId);
    const move = await this.checkedMove(stringId, target, cell);
    const source = move?.source ?? cell;
    // What remains in the target does not depend on versions.
    if (cell !== target) await checkVersions(this.suite, { source, target });
    return withCellDatabases(this.context, { source, target }, (cells) =>
      withMoveLock(cells.source, id, async (checkLock) => {
        const started = performance.now();
        // Another run may have changed the place before this one had the lock.
        const { cell: now } = await placeOf(this.suite, stringId);
        const switchMs = now === source ? await this.bring(stringId, id, cells, checkLock) : undefined;
        await this.finish(id, cells, checkLock, switchMs);
        return this.answer(stringId, cells, performance.now() - started, switchMs?.ms);
      }),
    );
  }

  /** @throws CommandError if the organization cannot be moved there now */
  private async checkedMove(stringId: string, target: string, cell: string): Promise<Move | undefined> {
    const move = await findMove(this.suite, stringId);
    if (move === undefined) {
      if (cell === target) throw new CommandError(`${stringId} lives in ${target} already.`);
      return undefined;
    }
    if (move.step === 'left')
      throw new CommandError(
        `${stringId} has left rows in ${move.source} when it moved to ${move.target}: run purge-moved ${stringId} first.`,
      );
    if (move.step === 'cancelling')
      throw new CommandError(`The move of ${stringId} is being cancelled: run move-organization ${stringId} --cancel until it ends.`);
    if (move.target !== target)
      throw new CommandError(`${stringId} is being moved to ${move.target} already: finish that move, or cancel it with --cancel.`);
    return move;
  }

  /** Returns when changes began to be refused. */
  private async bring(stringId: string, id: number, cells: MovingCells, checkLock: CheckLock): Promise<{ since: number; ms?: number }> {
    const { source, target } = cells;
    await checkSuperuser(target);
    await this.checkIsWhole(id, source.cell);
    const copy = new CopyOrganization(id, cells, this.report, new Progress(this.report), checkLock);
    const switching = new SwitchOrganization(this.suite, id, cells, this.report, checkLock);
    const isReady = await copy.isReady();
    if (!isReady) {
      // An earlier run was interrupted in the switch. The organization is used while the copy catches up.
      if ((await findMove(this.suite, stringId))?.step === 'switching') await switching.reopen();
      if (!(await copy.isBegun())) await checkServers(cells, id);
      await copy.execute(await this.begin(stringId, id, cells));
    }
    const since = performance.now();
    await switching.execute(isReady);
    this.report(`it lives in ${target.cell} now`);
    return { since };
  }

  /** Whether the move begins now, so that the target has nothing of it. */
  private async begin(stringId: string, id: number, cells: MovingCells): Promise<boolean> {
    const { source, target } = cells;
    const organization = await organizationById(source.database.direct, id);
    if (organization === undefined) throw new CommandError(`${databaseVariable(source.cell)} has no organization "${stringId}".`);
    const isNew = (await findMove(this.suite, stringId)) === undefined;
    if (isNew) await checkTargetIsEmpty(cells, organization);
    const { outcome } = await this.suite.callAsSystem(beginMove, { organizationId: id, target: target.cell });
    if (outcome === 'full-cell')
      throw new CommandError(`The cell ${target.cell} is full: set-cell ${target.cell} --capacity raises its limit.`);
    if (outcome !== 'begun') throw new CommandError(`The directory refused the move of ${stringId}: ${outcome}.`);
    return isNew;
  }

  private async checkIsWhole(id: number, source: string): Promise<void> {
    const { organizations } = await this.suite.callInCell(listOrganizations, {}, source);
    const found = organizations.find((organization) => organization.id === id);
    if (found?.isBeingPurged) throw new CommandError(`${found.stringId} is being purged.`);
    if (found?.isBeingImported) throw new CommandError(`${found.stringId} is being imported: finish that first.`);
  }

  /** The organization lives in the target. What remains is done in an order in which each step may be repeated. */
  private async finish(id: number, cells: MovingCells, checkLock: CheckLock, switched?: { since: number; ms?: number }): Promise<void> {
    const { source, target } = cells;
    await checkLock();
    await removeFence(target.database.direct, id);
    if (switched !== undefined) switched.ms = performance.now() - switched.since;
    if ((await fenceOf(source.database.direct, id)) !== 'elsewhere') {
      await source.database.transaction(async (tx) => {
        await actAsReplica(tx);
        await removeWork(tx, id);
        await this.takeMails(tx, id, cells);
        await setFence(tx, id, 'elsewhere');
      });
    }
    await this.suite.callInCell(endQueues, { organizationId: id }, source.cell);
    await endReplication(cells, id);
    // Requests that the source had begun may have queued mails since.
    await source.database.transaction((tx) => this.takeMails(tx, id, cells));
    await restTriggers(target.database, this.report);
    await this.suite.callAsSystem(noteMoveStep, { organizationId: id, step: 'left' });
  }

  /** Mails that the source queued when the others had been carried over: no fence protects their table. A mail that was sent is not sent again. */
  private async takeMails(tx: Tx, id: number, { target }: MovingCells): Promise<void> {
    const mails = await takeMails(tx, id);
    // Committed first, so an interruption loses none.
    if (mails.length > 0) await target.database.transaction((there) => insertMails(there, id, mails));
  }

  private answer(stringId: string, { source, target }: MovingCells, ms: number, switchMs: number | undefined): Answer {
    const [seconds, refused] = [seconds1(ms), switchMs === undefined ? undefined : seconds1(switchMs)];
    const pause = refused === undefined ? '' : ` Changes were refused for ${refused} s.`;
    return {
      text: `${stringId} lives in ${target.cell}: ${seconds} s.${pause} Its rows in ${source.cell} are not used: purge-moved ${stringId} deletes them.`,
      json: { string_id: stringId, source: source.cell, target: target.cell, seconds, switch_seconds: refused ?? null },
    };
  }
}

/** With one decimal place. */
function seconds1(ms: number): number {
  return Math.round(ms / 100) / 10;
}
