import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { choice, dashboard, lines, p99 } from './panels.js';

const OURS = 'service="$service"';

export function service(): DashboardBuilder {
  return dashboard('parley-service', 'Parley: one service', 'What the replicas of one service do.')
    .withVariable(choice('service', 'label_values(parley_nats_connected, service)'))
    .withPanel(
      lines('Calls', 'ops', 'By call.', {
        expr: `sum by (call) (rate(parley_rpc_handler_seconds_count{${OURS}}[$__rate_interval]))`,
        as: '{{call}}',
      }),
    )
    .withPanel(lines('Duration of calls, p99', 's', 'By call.', { expr: p99('parley_rpc_handler_seconds', OURS, 'call'), as: '{{call}}' }))
    .withPanel(
      lines('Calls that end in an error', 'ops', 'INTERNAL_ERROR is a fault.', {
        expr: `sum by (outcome) (rate(parley_rpc_handler_seconds_count{${OURS},outcome!="ok"}[$__rate_interval]))`,
        as: '{{outcome}}',
      }),
    )
    .withPanel(
      lines(
        'Calls in hand, and calls waiting for others',
        'short',
        'By replica.',
        { expr: `parley_rpc_calls_in_hand{${OURS}}`, as: '{{instance}} in hand' },
        { expr: `parley_rpc_pending_calls{${OURS}}`, as: '{{instance}} waiting' },
      ),
    )
    .withPanel(
      lines('Expensive calls', 'short', 'Waiting ones have no place.', {
        expr: `sum by (state) (parley_expensive_calls{${OURS}})`,
        as: '{{state}}',
      }),
    )
    .withPanel(
      lines('Refused calls', 'ops', 'too-late: overload.', {
        expr: `sum by (reason) (rate(parley_rpc_refused_calls_total{${OURS}}[$__rate_interval]))`,
        as: '{{reason}}',
      }),
    )
    .withPanel(
      lines('Processor', 'short', 'Near 1: full.', {
        expr: `rate(process_cpu_seconds_total{${OURS}}[$__rate_interval])`,
        as: '{{instance}}',
      }),
    )
    .withPanel(
      lines('Busy share of the event loop', 'percentunit', 'From 0.6 on answers wait behind each other. Waiting for a processor counts.', {
        expr: `rate(parley_event_loop_busy_seconds_total{${OURS}}[$__rate_interval])`,
        as: '{{instance}}',
      }),
    )
    .withPanel(
      lines('Event loop, p99', 's', 'Above 0.1: blocked or full.', {
        expr: `nodejs_eventloop_lag_p99_seconds{${OURS}}`,
        as: '{{instance}}',
      }),
    )
    .withPanel(
      lines(
        'Memory',
        'bytes',
        'Steady growth is a leak.',
        { expr: `process_resident_memory_bytes{${OURS}}`, as: '{{instance}}' },
        { expr: `nodejs_heap_size_used_bytes{${OURS}}`, as: '{{instance}} heap' },
      ),
    )
    .withPanel(
      lines(
        'Connections to PostgreSQL',
        'short',
        'Waiting should be 0.',
        { expr: `sum by (pool, state) (parley_database_connections{${OURS}})`, as: '{{pool}} {{state}}' },
        { expr: `sum by (pool) (parley_database_waiting{${OURS}})`, as: '{{pool}} waiting' },
      ),
    )
    .withPanel(
      lines('Jobs', 'short', 'Each replica reports the total.', {
        expr: `max by (job, state) (parley_jobs{${OURS},state!="delayed"})`,
        as: '{{job}} {{state}}',
      }),
    )
    .withPanel(lines('Duration of jobs, p99', 's', 'By job.', { expr: p99('parley_job_seconds', OURS, 'job'), as: '{{job}}' }));
}
