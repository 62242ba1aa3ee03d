import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';

/** An open transaction with its log, and the organization that it changes. */
export interface Change {
  readonly tx: Tx;
  readonly log: ChangeLog;
  readonly organizationId: number;
}
