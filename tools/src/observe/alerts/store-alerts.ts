import type { Alert } from './alert.js';

export const STORE_ALERTS: readonly Alert[] = [
  {
    name: 'ParleyRedisMemory',
    expr: 'max(parley_redis_memory_used_bytes) / (max(parley_redis_memory_max_bytes) > 0) > 0.8',
    for: '2m',
    severity: 'page',
    summary: 'Redis uses {{ $value | humanizePercentage }} of its maxmemory. When it is full, registrations are refused and events wait.',
    fires: { series: { parley_redis_memory_used_bytes: '900x30', parley_redis_memory_max_bytes: '1000x30' }, at: '10m' },
    quiet: { series: { parley_redis_memory_used_bytes: '900x30', parley_redis_memory_max_bytes: '2000x30' }, at: '10m' },
  },
  {
    name: 'ParleyRedisSlow',
    expr: 'min(min_over_time(parley_redis_ping_seconds[2m])) > 0.05',
    severity: 'page',
    summary: 'Redis takes {{ $value | humanizeDuration }} to answer a PING, or does not answer, for every process.',
    fires: {
      series: { 'parley_redis_ping_seconds{instance="a"}': '1x30', 'parley_redis_ping_seconds{instance="b"}': '0.2x30' },
      at: '10m',
    },
    quiet: {
      series: { 'parley_redis_ping_seconds{instance="a"}': '1x30', 'parley_redis_ping_seconds{instance="b"}': '0.001x30' },
      at: '10m',
    },
  },
  {
    name: 'ParleyDatabasePoolExhausted',
    expr: 'min_over_time(parley_database_waiting[2m]) > 0',
    severity: 'page',
    summary: 'Statements of {{ $labels.instance }} wait for a connection to PostgreSQL (pool {{ $labels.pool }}).',
    fires: { series: { 'parley_database_waiting{pool="main"}': '3x30' }, at: '10m' },
    quiet: { series: { 'parley_database_waiting{pool="main"}': '3 0 3 0 3 0 3' }, at: '6m' },
  },
  {
    name: 'ParleyNatsDisconnected',
    expr: 'parley_nats_connected == 0',
    for: '30s',
    severity: 'page',
    summary: '{{ $labels.instance }} is not connected to NATS.',
    fires: { series: { 'parley_nats_connected{instance="a"}': '0x30' }, at: '10m' },
    quiet: { series: { 'parley_nats_connected{instance="a"}': '1 1 0 1x30' }, at: '3m' },
  },
  {
    name: 'ParleyOutboxBehind',
    expr: 'max(parley_outbox_oldest_seconds) > 60',
    for: '2m',
    severity: 'ticket',
    summary: 'A committed change waits for {{ $value | humanizeDuration }} to reach another service.',
    fires: { series: { parley_outbox_oldest_seconds: '100+60x30' }, at: '10m' },
    quiet: { series: { parley_outbox_oldest_seconds: '100 0 100 0 100 0' }, at: '5m' },
  },
  {
    name: 'ParleyOutboxGivenUp',
    expr: 'max(parley_outbox_given_up) > 0',
    severity: 'ticket',
    summary: '{{ $value }} committed changes did not reach another service, and are not retried.',
    fires: { series: { parley_outbox_given_up: '1x30' }, at: '10m' },
    quiet: { series: { parley_outbox_given_up: '1 0x30' }, at: '10m' },
  },
];
