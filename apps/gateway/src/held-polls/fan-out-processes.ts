import type { FanOutAlive } from '@parley/contracts/event-queue';
import { HeldLanes } from './held-lanes.js';

/** A process that was not heard for this long may be gone. */
export const SILENCE_OF_PROCESS_MS = 3_000;

interface Process {
  heardAt: number;
  /** The last number of a wake-up that arrived here. */
  seen: number;
  partitions: number;
  held: ReadonlySet<number>;
  /** Of organizations with several. */
  lanes: HeldLanes;
  redisReturns: number;
}

/** Selects people, whose polls it means. */
export type PersonFilter = (organizationId: number, userId: number) => boolean;

const everyone: PersonFilter = () => true;

/**
 * The processes of event-queue, as this gateway hears them. A state machine without timers and I/O.
 *
 * What must hold: while a person is covered, each wake-up for their polls arrives here, or a method returns a filter that includes them, because
 * their polls must be repeated. That is so after a gap in the numbers, when a process is silent, when it has new partitions or lanes, and after
 * Redis was away.
 */
export class FanOutProcesses {
  private readonly known = new Map<string, Process>();
  /** Of all processes. */
  private lanes = HeldLanes.parse();
  /** Those that were heard lately. */
  names: readonly string[] = [];

  constructor(
    private readonly gatewayId: string,
    private readonly now: () => number,
  ) {}

  /** Whether a process says that it wakes the polls of this person. Those of an organization with several lanes do not follow its partition. */
  readonly covers: PersonFilter = (organizationId, userId) => {
    const isServed = this.lanes.covers(organizationId, userId);
    if (isServed !== null) return isServed;
    for (const { held, partitions } of this.known.values()) if (held.has(organizationId % partitions)) return true;
    return false;
  };

  /** A wake-up arrived. Returns the people whose polls must be repeated. */
  onWokenBy(name: string | undefined, number: number | undefined): PersonFilter | undefined {
    const process = name === undefined ? undefined : this.known.get(name);
    // Before the first heartbeat of a process its numbers are unknown. That heartbeat includes what came before it.
    if (process === undefined || number === undefined || number <= process.seen) return undefined;
    const isNext = number === process.seen + 1;
    process.seen = number;
    return isNext ? undefined : filterOf(process);
  }

  /** A heartbeat arrived. Returns the people whose polls must be repeated. */
  onAlive({ process: name, partitions, held, lanes: runs, redisReturns, sent }: FanOutAlive): PersonFilter | undefined {
    const before = this.known.get(name);
    const number = sent[this.gatewayId] ?? before?.seen ?? 0;
    const seen = Math.max(number, before?.seen ?? 0);
    const lanes = HeldLanes.parse(runs);
    const now: Process = { heardAt: this.now(), seen, partitions, held: new Set(held), lanes, redisReturns };
    this.known.set(name, now);
    if (before === undefined) this.names = [...this.known.keys()];
    if (!lanes.isEmpty || before?.lanes.isEmpty === false) this.collectLanes();
    if (before === undefined || before.partitions !== partitions) return filterOf(now);
    if (before.redisReturns !== redisReturns) return everyone;
    if (number > before.seen) return filterOf({ ...now, held: new Set([...before.held, ...held]), lanes: lanes.with(before.lanes) });
    const gained = new Set(held.filter((partition) => !before.held.has(partition)));
    const gainedLanes = lanes.without(before.lanes);
    return gained.size === 0 && gainedLanes.isEmpty ? undefined : filterOf({ partitions, held: gained, lanes: gainedLanes });
  }

  /** Runs about each second. Forgets silent processes, and returns the people whose polls must be repeated. */
  check(): PersonFilter | undefined {
    const silent = [...this.known].filter(([, { heardAt }]) => this.now() - heardAt >= SILENCE_OF_PROCESS_MS);
    for (const [name] of silent) this.known.delete(name);
    if (silent.length > 0) this.names = [...this.known.keys()];
    if (silent.some(([, { lanes }]) => !lanes.isEmpty)) this.collectLanes();
    const filters = silent.map(([, process]) => filterOf(process));
    return filters.length === 0 ? undefined : (organizationId, userId) => filters.some((filter) => filter(organizationId, userId));
  }

  private collectLanes(): void {
    this.lanes = [...this.known.values()].reduce((all, { lanes }) => all.with(lanes), HeldLanes.parse());
  }
}

function filterOf({ partitions, held, lanes }: Pick<Process, 'partitions' | 'held' | 'lanes'>): PersonFilter {
  return (organizationId, userId) => held.has(organizationId % partitions) || lanes.mayServe(organizationId, userId);
}
