import type { FanOutAlive } from '@parley/contracts/event-queue';

/** A process that was not heard for this long may be gone. */
export const SILENCE_OF_PROCESS_MS = 3_000;

interface Process {
  heardAt: number;
  /** The last number of a wake-up that arrived here. */
  seen: number;
  partitions: number;
  held: ReadonlySet<number>;
  redisReturns: number;
}

/** Selects holds by their organization. */
export type Concerns = (organizationId: number) => boolean;

const nothing = undefined;
const everything: Concerns = () => true;

/**
 * The processes of event-queue, as this gateway hears them. A state machine without timers and I/O.
 *
 * What must hold: as long as a process covers an organization, each wake-up for its polls arrives here, or a method returns that these polls must be
 * asked for. They must be after a gap in the numbers, when a process is silent, when it has partitions that it did not have, and after Redis was away.
 */
export class FanOutProcesses {
  private readonly known = new Map<string, Process>();

  constructor(
    private readonly gatewayId: string,
    private readonly now: () => number,
  ) {}

  /** Whether a process says that it wakes the polls of this organization. */
  readonly covers: Concerns = (organizationId) => {
    for (const one of this.known.values()) if (one.held.has(organizationId % one.partitions)) return true;
    return false;
  };

  /** A wake-up arrived. Returns whose polls must be asked for. */
  onWokenBy(name: string | undefined, number: number | undefined): Concerns | undefined {
    const process = name === undefined ? undefined : this.known.get(name);
    // The first heartbeat says what came before it.
    if (process === undefined || number === undefined || number <= process.seen) return nothing;
    const isNext = number === process.seen + 1;
    process.seen = number;
    return isNext ? nothing : concernsOf(process);
  }

  /** A heartbeat arrived. Returns whose polls must be asked for. */
  onAlive({ process: name, partitions, held, redisReturns, sent }: FanOutAlive): Concerns | undefined {
    const before = this.known.get(name);
    const number = sent[this.gatewayId] ?? before?.seen ?? 0;
    const now: Process = { heardAt: this.now(), seen: Math.max(number, before?.seen ?? 0), partitions, held: new Set(held), redisReturns };
    this.known.set(name, now);
    if (before === undefined || before.partitions !== partitions) return concernsOf(now);
    if (before.redisReturns !== redisReturns) return everything;
    if (number > before.seen) return concernsOf({ ...now, held: new Set([...before.held, ...held]) });
    const taken = new Set(held.filter((partition) => !before.held.has(partition)));
    return taken.size === 0 ? nothing : concernsOf({ partitions, held: taken });
  }

  /** Runs about each second. Forgets processes that are silent, and returns whose polls must be asked for. */
  check(): Concerns | undefined {
    const silent = [...this.known].filter(([, { heardAt }]) => this.now() - heardAt >= SILENCE_OF_PROCESS_MS);
    for (const [name] of silent) this.known.delete(name);
    const concerns = silent.map(([, process]) => concernsOf(process));
    return concerns.length === 0 ? nothing : (organizationId) => concerns.some((one) => one(organizationId));
  }
}

function concernsOf({ partitions, held }: Pick<Process, 'partitions' | 'held'>): Concerns {
  return (organizationId) => held.has(organizationId % partitions);
}
