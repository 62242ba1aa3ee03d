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

/** Selects organizations. */
export type OrganizationFilter = (organizationId: number) => boolean;

const everyOrganization: OrganizationFilter = () => true;

/**
 * The processes of event-queue, as this gateway hears them. A state machine without timers and I/O.
 *
 * What must hold: while a process covers an organization, each wake-up for its polls arrives here, or a method returns a filter that includes the
 * organization, because its polls must be repeated. That is so after a gap in the numbers, when a process is silent, when it has new partitions,
 * and after Redis was away.
 */
export class FanOutProcesses {
  private readonly known = new Map<string, Process>();

  constructor(
    private readonly gatewayId: string,
    private readonly now: () => number,
  ) {}

  /** Whether a process says that it wakes the polls of this organization. */
  readonly covers: OrganizationFilter = (organizationId) => {
    for (const { held, partitions } of this.known.values()) if (held.has(organizationId % partitions)) return true;
    return false;
  };

  /** A wake-up arrived. Returns the organizations whose polls must be repeated. */
  onWokenBy(name: string | undefined, number: number | undefined): OrganizationFilter | undefined {
    const process = name === undefined ? undefined : this.known.get(name);
    // Before the first heartbeat of a process its numbers are unknown. That heartbeat includes what came before it.
    if (process === undefined || number === undefined || number <= process.seen) return undefined;
    const isNext = number === process.seen + 1;
    process.seen = number;
    return isNext ? undefined : filterOf(process);
  }

  /** A heartbeat arrived. Returns the organizations whose polls must be repeated. */
  onAlive({ process: name, partitions, held, redisReturns, sent }: FanOutAlive): OrganizationFilter | undefined {
    const before = this.known.get(name);
    const number = sent[this.gatewayId] ?? before?.seen ?? 0;
    const now: Process = { heardAt: this.now(), seen: Math.max(number, before?.seen ?? 0), partitions, held: new Set(held), redisReturns };
    this.known.set(name, now);
    if (before === undefined || before.partitions !== partitions) return filterOf(now);
    if (before.redisReturns !== redisReturns) return everyOrganization;
    if (number > before.seen) return filterOf({ ...now, held: new Set([...before.held, ...held]) });
    const gained = new Set(held.filter((partition) => !before.held.has(partition)));
    return gained.size === 0 ? undefined : filterOf({ partitions, held: gained });
  }

  /** Runs about each second. Forgets silent processes, and returns the organizations whose polls must be repeated. */
  check(): OrganizationFilter | undefined {
    const silent = [...this.known].filter(([, { heardAt }]) => this.now() - heardAt >= SILENCE_OF_PROCESS_MS);
    for (const [name] of silent) this.known.delete(name);
    const filters = silent.map(([, process]) => filterOf(process));
    return filters.length === 0 ? undefined : (organizationId) => filters.some((filter) => filter(organizationId));
  }
}

function filterOf({ partitions, held }: Pick<Process, 'partitions' | 'held'>): OrganizationFilter {
  return (organizationId) => held.has(organizationId % partitions);
}
