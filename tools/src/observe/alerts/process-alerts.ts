import { serviceNames } from '../../suite/services.js';
import type { Alert } from './alert.js';

const missing = serviceNames.map((service) => `absent(process_start_time_seconds{service="${service}"})`).join(' or ');
const started = (services: readonly string[]) =>
  Object.fromEntries(services.map((service) => [`process_start_time_seconds{service="${service}",instance="${service}-1"}`, '1x30']));

export const PROCESS_ALERTS: readonly Alert[] = [
  {
    name: 'ParleyTargetDown',
    expr: 'up{job="parley"} == 0',
    for: '2m',
    severity: 'ticket',
    summary: 'Prometheus cannot read the metrics of {{ $labels.instance }}.',
    fires: { series: { 'up{job="parley",instance="a"}': '0x30' }, at: '10m' },
    quiet: { series: { 'up{job="parley",instance="a"}': '1 0 1x30' }, at: '10m' },
  },
  {
    name: 'ParleyServiceMissing',
    expr: missing,
    for: '1m',
    severity: 'page',
    summary: 'No process of {{ $labels.service }} shows its metrics.',
    fires: { series: started(serviceNames.filter((service) => service !== 'event-queue')), at: '10m' },
    quiet: { series: started(serviceNames), at: '10m' },
  },
  {
    name: 'ParleyRestarts',
    expr: 'changes(process_start_time_seconds{service!=""}[15m]) > 2',
    severity: 'ticket',
    summary: '{{ $labels.instance }} was started {{ $value }} times within 15 minutes.',
    fires: { series: { 'process_start_time_seconds{service="messaging",instance="messaging-1"}': '1+1x30' }, at: '20m' },
    quiet: { series: { 'process_start_time_seconds{service="messaging",instance="messaging-1"}': '1x10 2x20' }, at: '20m' },
  },
  {
    name: 'ParleyEventLoopBlocked',
    expr: 'min_over_time(nodejs_eventloop_lag_p99_seconds{service!=""}[3m]) > 0.25',
    severity: 'ticket',
    summary: '{{ $labels.instance }} answers late: its event loop is delayed by {{ $value | humanizeDuration }}.',
    fires: { series: { 'nodejs_eventloop_lag_p99_seconds{service="gateway"}': '0.5x30' }, at: '10m' },
    quiet: { series: { 'nodejs_eventloop_lag_p99_seconds{service="gateway"}': '0.5 0.01x30' }, at: '2m' },
  },
  {
    name: 'ParleyProcessorFull',
    expr: 'rate(process_cpu_seconds_total{service!=""}[5m]) > 0.9',
    for: '10m',
    severity: 'ticket',
    summary: '{{ $labels.instance }} uses {{ $value | humanize }} cores. It needs another replica.',
    fires: { series: { 'process_cpu_seconds_total{service="messaging"}': '0+59x40' }, at: '30m' },
    quiet: { series: { 'process_cpu_seconds_total{service="messaging"}': '0+40x40' }, at: '30m' },
  },
];
