import { type Amounts, amounts, type BenchFigures, PARTS, type Part, SLEEPERS } from './bench-figures.js';

/** What an installation shall carry. */
export interface Load {
  readonly organizations: number;
  /** People with a held poll, at the same time. */
  readonly online: number;
  readonly sendsPerSecond: number;
  /** Held polls that receive a message. */
  readonly recipients: number;
  /** Registrations in a second: people who come, and clients that start again. */
  readonly registrationsPerSecond: number;
  /** Cores of the machine of one PostgreSQL, and of one NATS. */
  readonly postgresCores: number;
  readonly natsCores: number;
  /** The share of a processor that is planned to be used. The rest is for peaks and for a replica that fails. */
  readonly use: number;
}

/** Settings of the suite, as docs/operations.md has them. A spec compares. */
export const HELD_POLLS_PER_GATEWAY = 20_000;
export const CONNECTIONS_PER_PROCESS = 10;
export const HISTORY_CONNECTIONS = 8;
/** So that one may fail or be replaced. */
const LEAST_REPLICAS = 2;
/** A poll without events ends after 45 to 55 s. Clients report their presence each minute. */
const POLL_SECONDS = 50;
const PRESENCE_SECONDS = 60;
const STORES: readonly Part[] = ['postgres', 'redis', 'nats'];
/** Gateways serve all cells. The other processes belong to one. */
const SERVICES = PARTS.filter((part) => part !== 'gateway' && !STORES.includes(part));

export interface PlannedPart {
  readonly part: Part;
  /** Processors in all, while the load lasts. */
  readonly cores: number;
  /** Processes, nodes or servers in all cells together. */
  readonly units: number;
  /** What one unit may use: a Node process and a Redis node one core. */
  readonly coresPerUnit: number;
  /** In MB. For PostgreSQL and NATS only what the bench saw, without caches. */
  readonly memory: number;
  /** The share of this load that one unit carries: what is smallest is full first. */
  readonly shareOfOne: number;
}

export interface Plan {
  readonly load: Load;
  readonly cells: number;
  readonly parts: readonly PlannedPart[];
  /** To one PostgreSQL. */
  readonly connectionsPerCell: number;
  readonly sendsOfOneOrganization: number;
  readonly source: string;
}

/** How many units of everything carry a load, if each unit costs what a bench measured. */
export function planFor(load: Load, figures: BenchFigures): Plan {
  const cores = coresFor(load, figures);
  const capacity = (part: Part) => load.use * (part === 'postgres' ? load.postgresCores : part === 'nats' ? load.natsCores : 1);
  const cells = Math.max(1, Math.ceil(cores.postgres / capacity('postgres')));
  const held = load.online / HELD_POLLS_PER_GATEWAY;
  const units = (part: Part): number => {
    const needed = Math.ceil(cores[part] / capacity(part));
    if (part === 'postgres') return cells;
    if (part === 'gateway') return Math.max(LEAST_REPLICAS, needed, Math.ceil(held));
    if (part === 'nats') return Math.max(1, needed);
    return cells * Math.max(part === 'redis' ? 1 : LEAST_REPLICAS, Math.ceil(needed / cells));
  };
  const parts = PARTS.map((part) => ({
    part,
    cores: cores[part],
    units: units(part),
    coresPerUnit: capacity(part),
    memory: units(part) * figures.memory[part] + (load.online * (figures.queueMemory[part] + figures.heldPollMemory[part])) / 1_000,
    shareOfOne: Math.min(capacity(part) / cores[part], part === 'gateway' ? 1 / held : Number.POSITIVE_INFINITY),
  }));
  const processes = parts.filter(({ part }) => SERVICES.includes(part)).reduce((sum, each) => sum + each.units / cells, 0);
  const messaging = parts.find(({ part }) => part === 'messaging')?.units ?? 0;
  return {
    load,
    cells,
    parts,
    connectionsPerCell: Math.ceil(processes * CONNECTIONS_PER_PROCESS + (messaging / cells) * HISTORY_CONNECTIONS),
    sendsOfOneOrganization: figures.sendsOfOneOrganization,
    source: figures.source,
  };
}

/** What the load uses of processors, without the idle cost of replicas. */
function coresFor(load: Load, figures: BenchFigures): Amounts {
  const { organizations, online, sendsPerSecond, recipients, registrationsPerSecond } = load;
  const deliveries = sendsPerSecond * recipients;
  // A poll that got a message is not held to its end.
  const emptyPolls = Math.max(0, online / POLL_SECONDS - deliveries);
  return amounts((part) => {
    const milliseconds =
      sendsPerSecond * figures.send[part] +
      deliveries * figures.delivery[part] +
      registrationsPerSecond * figures.registration[part] +
      (online / PRESENCE_SECONDS) * figures.presence[part] +
      emptyPolls * figures.poll[part] +
      figures.idle[part] +
      (organizations / SLEEPERS) * figures.sleepers[part];
    return milliseconds / 1_000;
  });
}
