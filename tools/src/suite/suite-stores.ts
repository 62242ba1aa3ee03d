import { join } from 'node:path';
import { planPgBouncer } from '../stores/pgbouncer.js';
import { planStores } from '../stores/plan-stores.js';
import { findPostgresHome } from '../stores/postgres-home.js';
import type { StoreName } from '../stores/store-programs.js';
import { isReady } from '../supervise/is-ready.js';
import { type ProcessPlan, shownUrl } from '../supervise/process-plan.js';
import { ClearError } from '../terminal/clear-error.js';
import type { RememberedPorts } from './remembered-ports.js';
import type { Secrets } from './secrets.js';
import { processPrefix, storesOfCell } from './suite-cells.js';
import type { SuiteProcesses } from './suite-processes.js';

const storeNames = ['postgres', 'redis', 'nats'] as const satisfies StoreName[];
const variableOf: Readonly<Record<StoreName, string>> = { postgres: 'DATABASE_URL', redis: 'REDIS_URL', nats: 'NATS_URL' };

interface PoolerOptions {
  readonly program: string;
  readonly passwords: ReadonlyMap<string, string>;
}

interface SuiteStores {
  readonly directory: string;
  readonly logDirectory: string;
  readonly given: Partial<Record<StoreName, string>>;
  readonly secrets: Secrets;
  readonly cells: readonly string[];
  readonly durable: boolean;
  readonly ports: RememberedPorts;
  readonly pooler?: PoolerOptions | '' | undefined;
  readonly report: (line: string) => void;
}

/**
 * Plans the private stores of each cell. All cells share NATS.
 * @throws ClearError if a given store does not answer
 */
export async function addStores(processes: SuiteProcesses, suite: SuiteStores): Promise<void> {
  const { directory, logDirectory, given, secrets, cells, durable, ports, report } = suite;
  for (const name of storeNames) {
    const url = given[name];
    if (url !== undefined && !(await isReachable(url))) {
      throw new ClearError(
        `The server at ${shownUrl(url)} does not answer: check ${variableOf[name]}, or leave it out to get a private one.`,
      );
    }
  }
  for (const cell of [undefined, ...cells.slice(1)]) {
    const prefix = processPrefix(cell);
    const plans = await planStores({
      names: storeNames.filter((name) => given[name] === undefined && (cell === undefined || name !== 'nats')),
      directory: cell === undefined ? join(directory, 'stores') : storesOfCell(directory, cell),
      logDirectory,
      passwords: { postgres: secrets.postgresPassword, redis: secrets.redisPassword, nats: secrets.natsPassword },
      durable,
      portOf: (name) => ports.portOf(`${prefix}${name}`),
      prefix,
      cells,
      report,
    });
    for (const [name, plan] of plans) processes.addStore(name, plan, cell);
    if (suite.pooler) processes.addStore('pgbouncer', await planPooler(suite, suite.pooler, plans.get('postgres'), cell), cell);
  }
}

/** @throws ClearError if PostgreSQL is given: its logins are not known */
async function planPooler(
  { directory, logDirectory, ports }: SuiteStores,
  { program, passwords }: PoolerOptions,
  postgres: ProcessPlan | undefined,
  cell: string | undefined,
): Promise<ProcessPlan> {
  if (postgres === undefined) throw new ClearError('PgBouncer runs in front of a private PostgreSQL only: leave out DATABASE_URL.');
  const name = `${processPrefix(cell)}pgbouncer`;
  const { hostname: host, port } = new URL(postgres.url);
  const home = await findPostgresHome(join(cell === undefined ? join(directory, 'stores') : storesOfCell(directory, cell), 'pgbouncer'));
  const options = {
    program,
    passwords,
    port: await ports.portOf(name),
    logFile: join(logDirectory, `${name}.log`),
    server: { host, port },
  };
  return { ...planPgBouncer({ ...options, ...home }), name };
}

/** The database in the URL may not exist yet: the next step creates it, or reports why it cannot. */
async function isReachable(url: string): Promise<boolean> {
  return url.startsWith('postgres') || isReady(url);
}
