import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { ERROR_BUDGET, ERROR_RATIO } from '../objectives.js';
import { dashboard, figure, lines, p99 } from './panels.js';

/** What clients notice, and the stores. */
function promises(): DashboardBuilder {
  return dashboard('parley-overview', 'Parley: overview', 'Are promises to clients kept, and if not, where to look.')
    .withPanel(figure('Connected clients', 'short', 'Each client holds one poll.', 'sum(parley_held_polls)'))
    .withPanel(figure('Requests', 'reqps', 'Without held polls.', 'sum(rate(parley_http_request_seconds_count[5m]))'))
    .withPanel(figure('Changes', 'ops', 'Events logged and fanned out.', 'sum(rate(parley_fan_out_events_total[5m]))'))
    .withPanel(figure('Client queues', 'short', 'Including idle ones.', 'sum(parley_queues)'))
    .withPanel(figure('Dead jobs', 'short', 'Should be 0.', 'sum(max by (job) (parley_dead_jobs)) or vector(0)'))
    .withPanel(figure('Outbox given up', 'short', 'Should be 0.', 'max(parley_outbox_given_up)'))
    .withPanel(
      lines('Bad events of the objectives, 1 h', 'percentunit', 'Above the budget, an objective is missed.', {
        expr: ERROR_RATIO('1h'),
        as: '{{slo}}',
      }),
    )
    .withPanel(
      lines('How fast budgets burn, 1 h', 'short', '1 uses up the budget in 30 days, 14.4 in two.', {
        expr: `${ERROR_RATIO('1h')} / on (slo) ${ERROR_BUDGET}`,
        as: '{{slo}}',
      }),
    )
    .withPanel(
      lines('Errors', 'reqps', '503: overload, or a store is away. 500: a fault.', {
        expr: 'sum by (status) (rate(parley_http_request_seconds_count{status=~"5.."}[$__rate_interval]))',
        as: '{{status}}',
      }),
    )
    .withPanel(
      lines('Latency of requests, p99', 's', 'By endpoint.', {
        expr: p99('parley_http_request_seconds', '', 'endpoint'),
        as: '{{endpoint}}',
      }),
    )
    .withPanel(
      lines('Delivery, p99', 's', 'From the commit of a change to the last queue.', {
        expr: p99('parley_fan_out_lag_seconds', '', 'instance'),
        as: '{{instance}}',
      }),
    )
    .withPanel(
      lines('Processor', 'short', 'A process uses at most about one core.', {
        expr: 'rate(process_cpu_seconds_total{service!=""}[$__rate_interval])',
        as: '{{instance}}',
      }),
    )
    .withPanel(lines('Waiting for PostgreSQL', 'short', 'Should be 0.', { expr: 'parley_database_waiting', as: '{{instance}} {{pool}}' }))
    .withPanel(
      lines(
        'Redis memory',
        'bytes',
        'Beyond maxmemory Redis refuses writes.',
        { expr: 'max(parley_redis_memory_used_bytes)', as: 'used' },
        { expr: 'max(parley_redis_memory_max_bytes)', as: 'maxmemory' },
      ),
    )
    .withPanel(
      lines('Redis PING', 's', 'On all processes: Redis is busy.', {
        expr: 'max by (connection) (parley_redis_ping_seconds)',
        as: '{{connection}}',
      }),
    );
}

export function overview(): DashboardBuilder {
  return promises()
    .withPanel(
      lines('Oldest call of the outbox', 's', 'Rises while a service is away.', { expr: 'max(parley_outbox_oldest_seconds)', as: 'age' }),
    )
    .withPanel(
      lines('Log kept for replication slots', 'bytes', 'A slot without a reader keeps it until the disk is full.', {
        expr: 'max by (slot) (parley_replication_slot_bytes)',
        as: '{{slot}}',
      }),
    )
    .withPanel(
      lines('Organizations of cells', 'short', 'With several cells.', {
        expr: 'max by (cell) (parley_cell_organizations)',
        as: '{{cell}}',
      }),
    )
    .withPanel(
      lines('Moves between cells', 's', 'How long the oldest move has been in its step. While it switches, changes are refused.', {
        expr: 'max by (step) (parley_move_step_seconds{step!="left"})',
        as: '{{step}}',
      }),
    )
    .withPanel(
      lines(
        'Notifications wait',
        's',
        'How late people and programs are told of messages.',
        { expr: 'max(parley_notifications_behind_seconds)', as: 'events not taken' },
        { expr: 'max(parley_missed_mail_oldest_seconds)', as: 'mails about missed messages' },
        { expr: 'max by (push_service) (parley_push_oldest_seconds)', as: 'push {{push_service}}' },
      ),
    )
    .withPanel(
      lines(
        'Notifications that fail',
        'ops',
        'Push services that refuse, mails that are not accepted, programs behind bots that do not answer.',
        { expr: 'sum by (outcome) (rate(parley_push_notifications_total{outcome!="sent"}[$__rate_interval]))', as: 'push {{outcome}}' },
        { expr: 'sum by (outcome) (rate(parley_mails_total{outcome!="sent"}[$__rate_interval]))', as: 'mail {{outcome}}' },
        { expr: 'sum(rate(parley_program_calls_total{outcome="failed"}[$__rate_interval]))', as: 'programs' },
      ),
    )
    .withPanel(
      lines('Refused by limits', 'reqps', 'By kind.', {
        expr: 'sum by (kind) (rate(parley_rate_limited_total[$__rate_interval]))',
        as: '{{kind}}',
      }),
    )
    .withPanel(
      lines('Wrong logins', 'ops', 'By kind.', {
        expr: 'sum by (kind) (rate(parley_failed_logins_total[$__rate_interval]))',
        as: '{{kind}}',
      }),
    );
}
