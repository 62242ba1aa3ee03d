import { isAlive } from '../supervise/process-identity.js';
import { ClearError } from '../terminal/clear-error.js';
import { readOrMakeSecrets } from './secrets.js';
import { cellDatabaseVariables, cellNames, processPrefix } from './suite-cells.js';
import { filesOf } from './suite-directory.js';
import { type Environment, suiteEnvironment } from './suite-environment.js';
import { readRecord } from './suite-record.js';

/**
 * The environment of the running services of a data directory, for a further process.
 * @throws ClearError if nothing runs there
 */
export function recordedEnvironment(directory: string): Environment {
  const record = readRecord(directory);
  if (!record || !isAlive(record.supervisor)) throw new ClearError('Parley is not running: start it with npm start.');
  const urlOf = (name: string): string => {
    const found = record.processes.find((process) => process.name === name);
    if (!found) throw new ClearError(`Parley is still starting: ${name} does not run yet.`);
    return found.url;
  };
  const front = record.processes.findLast(({ name }) => name === 'balancer' || name.startsWith('gateway-'));
  if (!front) throw new ClearError('Parley is still starting: there is no gateway yet.');
  const cells = cellNames(1 + record.processes.filter(({ name }) => /^cell-\d+-postgres$/.test(name)).length);
  const shared = suiteEnvironment({
    storeUrls: { postgres: urlOf('postgres'), redis: urlOf('redis'), nats: urlOf('nats') },
    secrets: readOrMakeSecrets(directory),
    port: Number(new URL(front.url).port),
    filesDirectory: filesOf(directory),
    cells,
  });
  return { ...shared, ...cellDatabaseVariables(cells, (cell) => urlOf(`${processPrefix(cell)}postgres`)) };
}
