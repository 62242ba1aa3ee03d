import { join } from 'node:path';
import { planStores } from '../stores/plan-stores.js';
import type { StoreName } from '../stores/store-programs.js';
import { isReady } from '../supervise/is-ready.js';
import { shownUrl } from '../supervise/process-plan.js';
import { ClearError } from '../terminal/clear-error.js';
import type { RememberedPorts } from './remembered-ports.js';
import type { Secrets } from './secrets.js';
import { processPrefix, storesOfCell } from './suite-cells.js';
import type { SuiteProcesses } from './suite-processes.js';

const storeNames = ['postgres', 'redis', 'nats'] as const satisfies StoreName[];
const variableOf: Readonly<Record<StoreName, string>> = { postgres: 'DATABASE_URL', redis: 'REDIS_URL', nats: 'NATS_URL' };

interface SuiteStores {
  readonly directory: string;
  readonly logDirectory: string;
  readonly given: Partial<Record<StoreName, string>>;
  readonly secrets: Secrets;
  readonly cells: readonly string[];
  readonly durable: boolean;
  readonly ports: RememberedPorts;
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
  }
}

/** The database in the URL may not exist yet: the next step creates it, or reports why it cannot. */
async function isReachable(url: string): Promise<boolean> {
  return url.startsWith('postgres') || isReady(url);
}
