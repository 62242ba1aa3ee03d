import type { Alert } from './alert.js';

const LOOKED = 'parley_fan_out_looked_timestamp_seconds';

export const EVENT_QUEUE_ALERTS: readonly Alert[] = [
  {
    name: 'ParleyFanOutBlind',
    expr: `time() - ${LOOKED} > 15 or absent(${LOOKED})`,
    for: '30s',
    severity: 'page',
    summary: 'Event-queue {{ $labels.instance }} does not compare the log with its queues, so its lag is unknown.',
    fires: { series: { [`${LOOKED}{instance="a"}`]: '0+60x5 300x30' }, at: '10m' },
    quiet: { series: { [`${LOOKED}{instance="a"}`]: '0+60x30' }, at: '10m' },
  },
  {
    name: 'ParleyFanOutBehind',
    expr: 'min_over_time(parley_fan_out_lag_events[2m]) > 100',
    severity: 'page',
    summary: 'Clients get events late: event-queue {{ $labels.instance }} is {{ $value }} events behind in one organization.',
    fires: { series: { 'parley_fan_out_lag_events{instance="a"}': '500x30' }, at: '10m' },
    quiet: { series: { 'parley_fan_out_lag_events{instance="a"}': '500 0 500 0 500 0 500 0 500' }, at: '8m' },
  },
  {
    name: 'ParleyPartitionsWithoutReplica',
    expr: 'sum(parley_fan_out_partitions) < max(parley_fan_out_all_partitions)',
    for: '1m',
    severity: 'page',
    summary: 'Only {{ $value }} of the partitions have a replica: some organizations get no events.',
    fires: {
      series: { 'parley_fan_out_partitions{instance="a"}': '32x30', 'parley_fan_out_all_partitions{instance="a"}': '64x30' },
      at: '10m',
    },
    quiet: {
      series: {
        'parley_fan_out_partitions{instance="a"}': '32x30',
        'parley_fan_out_partitions{instance="b"}': '32x30',
        'parley_fan_out_all_partitions{instance="a"}': '64x30',
        'parley_fan_out_all_partitions{instance="b"}': '64x30',
      },
      at: '10m',
    },
  },
  {
    name: 'ParleyEventsLost',
    expr: 'increase(parley_event_log_holes_total[1h]) > 0 or increase(parley_events_unrendered_total[1h]) > 0 or increase(parley_fan_out_skipped_events_total[1h]) > 0',
    severity: 'page',
    summary: 'Event-queue {{ $labels.instance }} found a gap in the log, or could not deliver events.',
    fires: { series: { 'parley_events_unrendered_total{instance="a"}': '0x5 1x30' }, at: '10m' },
    quiet: { series: { 'parley_events_unrendered_total{instance="a"}': '1x30' }, at: '10m' },
  },
  {
    name: 'ParleyFanOutFails',
    expr: 'rate(parley_fan_out_failures_total[5m]) > 0.2',
    for: '5m',
    severity: 'ticket',
    summary: 'Fan-out of event-queue {{ $labels.instance }} fails and is retried.',
    fires: { series: { 'parley_fan_out_failures_total{instance="a"}': '0+30x30' }, at: '15m' },
    quiet: { series: { 'parley_fan_out_failures_total{instance="a"}': '0 30x30' }, at: '15m' },
  },
  {
    name: 'ParleyRegistrationsWait',
    expr: 'sum(min_over_time(parley_registrations{state="waiting"}[2m])) > 50',
    severity: 'ticket',
    summary: '{{ $value }} clients wait in line for their registration.',
    fires: { series: { 'parley_registrations{state="waiting",instance="a"}': '80x30' }, at: '10m' },
    quiet: { series: { 'parley_registrations{state="waiting",instance="a"}': '80 0 80 0 80 0' }, at: '5m' },
  },
  {
    name: 'ParleyHeldPollsNearLimit',
    expr: 'parley_held_polls > 16000',
    for: '5m',
    severity: 'ticket',
    summary: 'Gateway {{ $labels.instance }} holds {{ $value }} polls. Beyond MAX_HELD_POLLS (20,000 by default) it refuses clients.',
    fires: { series: { 'parley_held_polls{instance="a"}': '17000x30' }, at: '10m' },
    quiet: { series: { 'parley_held_polls{instance="a"}': '15000x30' }, at: '10m' },
  },
];
