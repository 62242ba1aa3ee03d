import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { eventQueues } from './event-queues.js';
import { notifications } from './notifications.js';
import { organization } from './organization.js';
import { overview } from './overview.js';
import { service } from './service.js';

/** By the name of their file. */
export function dashboards(): ReadonlyMap<string, Dashboard> {
  return new Map([
    ['overview', overview().build()],
    ['service', service().build()],
    ['event-queues', eventQueues().build()],
    ['notifications', notifications().build()],
    ['organization', organization().build()],
  ]);
}
