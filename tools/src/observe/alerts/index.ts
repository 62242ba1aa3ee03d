import type { Alert } from './alert.js';
import { CELL_ALERTS } from './cell-alerts.js';
import { EVENT_QUEUE_ALERTS } from './event-queue-alerts.js';
import { OBJECTIVE_ALERTS } from './objective-alerts.js';
import { PROCESS_ALERTS } from './process-alerts.js';
import { STORE_ALERTS } from './store-alerts.js';
import { WORK_ALERTS } from './work-alerts.js';

export interface AlertGroup {
  readonly name: string;
  readonly alerts: readonly Alert[];
}

export const ALERT_GROUPS: readonly AlertGroup[] = [
  { name: 'parley-objectives', alerts: OBJECTIVE_ALERTS },
  { name: 'parley-processes', alerts: PROCESS_ALERTS },
  { name: 'parley-event-queues', alerts: EVENT_QUEUE_ALERTS },
  { name: 'parley-stores', alerts: STORE_ALERTS },
  { name: 'parley-work', alerts: WORK_ALERTS },
  { name: 'parley-cells', alerts: CELL_ALERTS },
];
