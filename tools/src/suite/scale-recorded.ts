import { isAlive } from '../supervise/process-identity.js';
import { ClearError } from '../terminal/clear-error.js';
import type { Progress } from '../terminal/progress.js';
import { giveOrder } from './control.js';
import { exampleSentence } from './scale-services.js';
import { parseReplicas } from './services.js';
import { readRecord } from './suite-record.js';

/**
 * Sends the supervisor of a data directory's running suite an order for other numbers of replicas.
 * @throws ClearError with what is wrong with the order, or if nothing runs there
 */
export async function scaleRecorded(directory: string, order: string, progress: Progress): Promise<readonly string[]> {
  if (Object.keys(parseReplicas(order)).length === 0) {
    throw new ClearError(exampleSentence);
  }
  const record = readRecord(directory);
  if (!record || !isAlive(record.supervisor)) throw new ClearError('Parley is not running: start it with npm start.');
  const { control } = record;
  if (!control) throw new ClearError('Parley is still starting: try again when it is ready.');
  return progress.step('scaling', () => giveOrder(control, order));
}
