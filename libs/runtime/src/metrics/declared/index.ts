import { CALL_METRICS } from './call-metrics.js';
import { CELL_METRICS } from './cell-metrics.js';
import type { MetricDeclaration } from './declare.js';
import { EVENT_QUEUE_METRICS } from './event-queue-metrics.js';
import { GATEWAY_METRICS } from './gateway-metrics.js';
import { JOB_METRICS } from './job-metrics.js';
import { NOTIFICATION_METRICS } from './notification-metrics.js';
import { ORGANIZATION_METRICS } from './organization-metrics.js';
import { PROCESS_METRICS } from './process-metrics.js';
import { STORE_METRICS } from './store-metrics.js';

/** Every metric of Parley, declared once: registration, documentation and tests follow from it. */
export const METRICS = {
  ...GATEWAY_METRICS,
  ...EVENT_QUEUE_METRICS,
  ...CALL_METRICS,
  ...STORE_METRICS,
  ...JOB_METRICS,
  ...NOTIFICATION_METRICS,
  ...ORGANIZATION_METRICS,
  ...CELL_METRICS,
  ...PROCESS_METRICS,
};

/** In the order of the documentation. */
export const METRIC_AREAS: readonly { readonly title: string; readonly metrics: readonly MetricDeclaration[] }[] = [
  { title: 'Gateway', metrics: Object.values(GATEWAY_METRICS) },
  { title: 'Event queues', metrics: Object.values(EVENT_QUEUE_METRICS) },
  { title: 'Calls between services', metrics: Object.values(CALL_METRICS) },
  { title: 'Stores', metrics: Object.values(STORE_METRICS) },
  { title: 'Jobs and mails', metrics: Object.values(JOB_METRICS) },
  { title: 'Notifications', metrics: Object.values(NOTIFICATION_METRICS) },
  { title: 'Organizations and rendering', metrics: Object.values(ORGANIZATION_METRICS) },
  { title: 'Cells', metrics: Object.values(CELL_METRICS) },
  { title: 'Processes', metrics: Object.values(PROCESS_METRICS) },
];

export * from './declare.js';
export { NODE_METRICS } from './node-metrics.js';
