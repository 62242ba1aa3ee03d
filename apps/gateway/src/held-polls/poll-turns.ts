import type { Cell } from '../cells/cells.js';
import { OrganizationTurns } from './organization-turns.js';
import { PollWindow } from './poll-window.js';

/** A poll of a queue that waits for its call. */
export interface WaitingPoll {
  readonly request: { readonly organizationId: number; readonly cell?: Cell };
  /** False if the poll ended, or if its call was made from another list. */
  readonly waits: boolean;
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
  /** Polls by the process that woke them, which has their events in memory. In the order of turns between processes. */
  readonly own: Map<string, OrganizationTurns<P>>;
  /** Polls for any process. */
  readonly shared: OrganizationTurns<P>;
  /** Polls for any process that are repeated because something may have been lost. All others go before them. */
  readonly repeated: OrganizationTurns<P>;
  readonly windows: Map<string, PollWindow>;
  /** The processes of the last call of `take`. */
  known: readonly string[];
  /** A number that makes processes with equal load take turns. */
  turn: number;
}

/**
 * Decides which polls are sent when and to which process of event-queue. While a process has as many polls as it may have (PollWindow), further ones
 * wait here and fill the next call. So a burst of wake-ups cannot bury a process under more polls than it answers before their deadline. Polls for any
 * process go to the one with the most room. A process that is silent, that failed or that took very long gets no polls for a while if there are
 * others, which get those that wait for it. Organizations take turns.
 */
export class PollTurns<P extends WaitingPoll> {
  private readonly cells = new Map<Cell, CellTurns<P>>();

  constructor(
    private readonly batchSize: number,
    /** The processes of a cell that were heard lately. */
    private readonly processesOf: (cell: Cell) => readonly string[],
    private readonly now: () => number,
  ) {}

  /** `to`: the process that woke the poll. */
  add(poll: P, to: string | undefined): void {
    const { cell, organizationId } = poll.request;
    const { own, shared } = this.turnsOf(cell);
    if (to === undefined) {
      shared.add(organizationId, poll);
      return;
    }
    const list = own.get(to) ?? new OrganizationTurns<P>();
    own.set(to, list);
    list.add(organizationId, poll);
  }

  addRepeated(poll: P): void {
    const { cell, organizationId } = poll.request;
    this.turnsOf(cell).repeated.add(organizationId, poll);
  }

  /** The calls to make now. For each, `done` must be called when it has ended. */
  take(): PollBatch<P>[] {
    return [...this.cells].flatMap(([cell, turns]) => {
      this.learn(turns, this.processesOf(cell));
      const batches: PollBatch<P>[] = [];
      for (let batch = this.takeOne(cell, turns); batch !== undefined; batch = this.takeOne(cell, turns)) batches.push(batch);
      return batches;
    });
  }

  done({ cell, to = ANY, polls, startedAt }: PollBatch<P>, failed: boolean): void {
    this.turnsOf(cell).windows.get(to)?.end({ polls: polls.length, startedAt, failed }, this.now());
  }

  private takeOne(cell: Cell, turns: CellTurns<P>): PollBatch<P> | undefined {
    for (;;) {
      const chosen = this.choose(turns);
      if (chosen === undefined) return undefined;
      const { process, from } = chosen;
      const window = windowOf(turns, process, this.batchSize);
      const polls = from.take(Math.min(this.batchSize, window.room), ({ waits }) => waits);
      if (polls.length === 0) continue;
      window.begin(polls.length);
      return { cell, to: process === ANY ? undefined : process, polls, startedAt: this.now() };
    }
  }

  /** The process of the next call, and the polls for it. */
  private choose(turns: CellTurns<P>): { process: string; from: OrganizationTurns<P> } | undefined {
    const { own, windows } = turns;
    const isFree = (process: string) => windows.get(process)?.isFree ?? true;
    const shared = [turns.shared, turns.repeated].find(({ isEmpty }) => !isEmpty);
    for (const [process, list] of own) {
      if (list.isEmpty) own.delete(process);
      else if (isFree(process)) {
        const window = windowOf(turns, process, this.batchSize);
        const takesShared = window.sharedIsNext && !turns.shared.isEmpty;
        window.sharedIsNext = !takesShared;
        if (takesShared) return { process, from: turns.shared };
        // The next process has its turn.
        own.delete(process);
        own.set(process, list);
        return { process, from: list };
      }
    }
    const process = shared === undefined ? undefined : this.mostRoom(turns, isFree);
    return shared === undefined || process === undefined ? undefined : { process, from: shared };
  }

  private mostRoom(turns: CellTurns<P>, isFree: (process: string) => boolean): string | undefined {
    const usable = this.usable(turns);
    turns.turn += 1;
    let best: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < usable.length; n += 1) {
      const process = usable[(turns.turn + n) % usable.length] ?? ANY;
      const load = turns.windows.get(process)?.load ?? 0;
      if (load < least && isFree(process)) [best, least] = [process, load];
    }
    return best;
  }

  /** Those that are not avoided, or all if all are. */
  private usable({ known, windows }: CellTurns<P>): readonly string[] {
    if (known.length === 0) return [ANY];
    const now = this.now();
    const usable = known.filter((process) => windows.get(process)?.isAvoided(now) !== true);
    return usable.length === 0 ? known : usable;
  }

  /** Forgets processes that are silent, and lets others answer the polls that wait for those or for avoided ones. */
  private learn(turns: CellTurns<P>, known: readonly string[]): void {
    const { own, shared, windows } = turns;
    if (known !== turns.known) {
      turns.known = known;
      for (const [process, { isIdle }] of windows) if (process !== ANY && isIdle && !known.includes(process)) windows.delete(process);
    }
    if (own.size === 0) return;
    const usable = this.usable(turns);
    for (const [process, polls] of own) {
      if (usable.includes(process)) continue;
      own.delete(process);
      shared.addAll(polls);
    }
  }

  private turnsOf(cell: Cell): CellTurns<P> {
    const found = this.cells.get(cell);
    if (found !== undefined) return found;
    const [shared, repeated] = [new OrganizationTurns<P>(), new OrganizationTurns<P>()];
    const turns = { own: new Map(), shared, repeated, windows: new Map(), known: [], turn: Math.floor(Math.random() * 1_000) };
    this.cells.set(cell, turns);
    return turns;
  }
}

function windowOf({ windows }: CellTurns<unknown>, process: string, batchSize: number): PollWindow {
  const window = windows.get(process) ?? new PollWindow(batchSize);
  windows.set(process, window);
  return window;
}
