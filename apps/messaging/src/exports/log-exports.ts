import { messageExportsChanged } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { exportsOf } from './exports.repository.js';

/** Tells administrators. */
export async function logExports(tx: Tx, log: ChangeLog, organizationId: number): Promise<void> {
  log.append(messageExportsChanged, { exports: await exportsOf(tx, organizationId) });
}
