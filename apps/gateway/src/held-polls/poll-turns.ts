import type { Cell } from '../cells/cells.js';
import { OrganizationTurns } from './organization-turns.js';
import { PollWindow } from './poll-window.js';

/** A poll of a queue that waits for its call. */
export interface WaitingPoll {
  readonly request: { readonly organizationId: number; readonly cell?: Cell };
  readonly ended: boolean;
}

/** Polls for one call. */
export interface PollBatch<P> {
  readonly cell: Cell;
  /** The process to call first. Undefined if none is known: then any. */
  readonly to: string | undefined;
  readonly polls: readonly P[];
  readonly startedAt: number;
}

/** Key of the calls to any process, while none is known. */
const ANY = '';

interface CellTurns<P> {
  /** By the process that must be called. */
  readonly own: Map<string, OrganizationTurns<P>>;
  /** For any process. */
  readonly shared: OrganizationTurns<P>;
  /** Of processes with calls in progress, and of those that were slow. */
  readonly windows: Map<string, PollWindow>;
  /** Whether the next call is made from `shared`, if both have polls. */
  sharedIsNext: boolean;
}

/**
 * Decides which polls are sent when and to which process of event-queue. While a process has as many polls as it may have (PollWindow), further ones
 * wait here and fill the next call. So a process that hangs delays only the few polls that were sent to it, and a burst of wake-ups cannot bury a
 * process under more polls than it answers before their deadline. Polls for any process go to the one with the fewest. Organizations take turns.
 */
export class PollTurns<P extends WaitingPoll> {
  private readonly cells = new Map<Cell, CellTurns<P>>();

  constructor(
    private readonly batchSize: number,
    /** The processes of a cell that were heard lately. */
    private readonly processesOf: (cell: Cell) => readonly string[],
    private readonly now: () => number,
  ) {}

  /** `to`: the process that woke the poll, which has the events in memory. */
  add(poll: P, to: string | undefined): void {
    const { cell, organizationId } = poll.request;
    const turns = this.turnsOf(cell);
    if (to === undefined) {
      turns.shared.add(organizationId, poll);
      return;
    }
    const own = turns.own.get(to) ?? new OrganizationTurns<P>();
    turns.own.set(to, own);
    own.add(organizationId, poll);
  }

  /** The calls to make now. For each, `done` must be called when it has ended. */
  take(): PollBatch<P>[] {
    return [...this.cells].flatMap(([cell, turns]) => {
      const known = this.processesOf(cell);
      this.shareThoseOfLostProcesses(turns, known);
      const batches: PollBatch<P>[] = [];
      for (let batch = this.takeOne(cell, turns, known); batch !== undefined; batch = this.takeOne(cell, turns, known)) batches.push(batch);
      return batches;
    });
  }

  done({ cell, to = ANY, polls, startedAt }: PollBatch<P>): void {
    const { windows } = this.turnsOf(cell);
    const window = windows.get(to);
    window?.end(polls.length, this.now() - startedAt);
    if (window?.isForgettable(this.processesOf(cell).includes(to)) === true) windows.delete(to);
  }

  private takeOne(cell: Cell, turns: CellTurns<P>, known: readonly string[]): PollBatch<P> | undefined {
    const { own, shared, windows } = turns;
    const isFree = (process: string) => windows.get(process)?.isFree ?? true;
    const loadOf = (process: string) => windows.get(process)?.polls ?? 0;
    const woken = [...own.keys()].find(isFree);
    const free = (known.length === 0 ? [ANY] : known).filter(isFree);
    const leastBusy = free.reduce<string | undefined>(
      (best, each) => (best === undefined || loadOf(each) < loadOf(best) ? each : best),
      undefined,
    );
    const takesShared = !shared.isEmpty && leastBusy !== undefined && (woken === undefined || turns.sharedIsNext);
    const process = takesShared ? leastBusy : woken;
    const from = takesShared ? shared : own.get(woken ?? ANY);
    if (process === undefined || from === undefined) return undefined;
    turns.sharedIsNext = !takesShared;
    const window = windows.get(process) ?? new PollWindow(this.batchSize);
    const polls = from.take(Math.min(this.batchSize, window.room), ({ ended }) => !ended);
    if (!takesShared) {
      // The map is in the order of turns between processes.
      own.delete(process);
      if (!from.isEmpty) own.set(process, from);
    }
    if (polls.length === 0) return this.takeOne(cell, turns, known);
    window.begin(polls.length);
    windows.set(process, window);
    return { cell, to: process === ANY ? undefined : process, polls, startedAt: this.now() };
  }

  /** A process that is silent may hang: its polls are sent to others. */
  private shareThoseOfLostProcesses({ own, shared }: CellTurns<P>, known: readonly string[]): void {
    for (const [process, polls] of own) {
      if (known.includes(process)) continue;
      own.delete(process);
      shared.addAll(polls);
    }
  }

  private turnsOf(cell: Cell): CellTurns<P> {
    const turns = this.cells.get(cell) ?? { own: new Map(), shared: new OrganizationTurns<P>(), windows: new Map(), sharedIsNext: false };
    this.cells.set(cell, turns);
    return turns;
  }
}
