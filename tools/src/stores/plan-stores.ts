import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessPlan } from '../supervise/process-plan.js';
import { ensurePrograms } from './install-programs.js';
import { planNats } from './nats.js';
import { planPostgres } from './postgres.js';
import { findPostgresHome } from './postgres-home.js';
import { planRedis } from './redis.js';
import type { StoreName } from './store-programs.js';

export interface PrivateStores {
  /** The stores to run; the others are given by URL. */
  readonly names: readonly StoreName[];
  /** Data is stored in `postgres/`, `redis/` and `nats/` below it. */
  readonly directory: string;
  readonly logDirectory: string;
  readonly portOf: (name: StoreName) => Promise<number>;
  readonly passwords: Partial<Record<StoreName, string>>;
  readonly durable: boolean;
  readonly report: (line: string) => void;
  /** Before the names of processes and logs. */
  readonly prefix?: string;
  /** Those that share NATS, if there are several. */
  readonly cells?: readonly string[];
}

const maxConnections = 300;

/** Plans of the private stores, in the order of their start. Installs missing programs and creates missing data folders. */
export async function planStores(stores: PrivateStores): Promise<ReadonlyMap<StoreName, ProcessPlan>> {
  const programs = await ensurePrograms(stores.names, stores.report);
  mkdirSync(stores.directory, { recursive: true });
  mkdirSync(stores.logDirectory, { recursive: true });
  const { prefix = '', cells = [] } = stores;
  const plans = new Map<StoreName, ProcessPlan>();
  for (const [name, program] of programs) {
    const options = {
      program,
      port: await stores.portOf(name),
      logFile: join(stores.logDirectory, `${prefix}${name}.log`),
      password: stores.passwords[name],
      durable: stores.durable,
    };
    const dataDirectory = join(stores.directory, name);
    if (name === 'postgres')
      plans.set(name, await planPostgres({ ...options, ...(await findPostgresHome(dataDirectory)), maxConnections }));
    if (name === 'redis') plans.set(name, planRedis({ ...options, dataDirectory }));
    if (name === 'nats') plans.set(name, planNats({ ...options, dataDirectory, cells }));
  }
  return new Map([...plans].map(([name, plan]) => [name, { ...plan, name: `${prefix}${plan.name}` }]));
}
