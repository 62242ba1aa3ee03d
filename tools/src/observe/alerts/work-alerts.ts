import type { Alert } from './alert.js';

const HOURS = 60;

/** Jobs, mails, calls and logins. */
export const WORK_ALERTS: readonly Alert[] = [
  {
    name: 'ParleyJobOverdue',
    expr: 'time() - max by (job) (parley_job_last_run_timestamp_seconds) > 7 * 3600',
    severity: 'ticket',
    summary: 'The scheduled job {{ $labels.job }} has not run for {{ $value | humanizeDuration }}.',
    fires: { series: { 'parley_job_last_run_timestamp_seconds{job="a"}': `0x${9 * HOURS}` }, at: '8h' },
    quiet: { series: { 'parley_job_last_run_timestamp_seconds{job="a"}': `0x60 3600x${9 * HOURS}` }, at: '7h30m' },
  },
  {
    name: 'ParleyDeadJobs',
    expr: 'max by (job) (parley_dead_jobs) > 0',
    severity: 'ticket',
    summary: '{{ $value }} jobs {{ $labels.job }} have failed for good.',
    fires: { series: { 'parley_dead_jobs{job="a"}': '2x30' }, at: '10m' },
    quiet: { series: { 'parley_dead_jobs{job="a"}': '2 0x30' }, at: '10m' },
  },
  {
    name: 'ParleyJobsWait',
    expr: 'min_over_time((max by (job) (parley_jobs{state="waiting"}))[10m:1m]) > 100',
    severity: 'ticket',
    summary: '{{ $value }} jobs {{ $labels.job }} wait for a worker.',
    fires: { series: { 'parley_jobs{job="a",state="waiting"}': '200x30' }, at: '20m' },
    quiet: { series: { 'parley_jobs{job="a",state="waiting"}': '200 0 200x30' }, at: '9m' },
  },
  {
    name: 'ParleyDueLate',
    expr: 'min_over_time(max(parley_due_oldest_seconds)[5m:1m]) > 120',
    severity: 'ticket',
    summary: 'Scheduled messages and reminders are {{ $value | humanizeDuration }} late.',
    fires: { series: { parley_due_oldest_seconds: '0 60+60x30' }, at: '15m' },
    quiet: { series: { parley_due_oldest_seconds: '300 300 0 300x30' }, at: '6m' },
  },
  {
    name: 'ParleyDueErrors',
    expr: 'sum by (kind) (increase(parley_due_items_total{outcome="error"}[15m])) > 0',
    severity: 'ticket',
    summary: 'Attempts to send what was due (kind: {{ $labels.kind }}) end with unexpected errors.',
    fires: { series: { 'parley_due_items_total{kind="message",outcome="error"}': '0x5 1x30' }, at: '10m' },
    quiet: { series: { 'parley_due_items_total{kind="message",outcome="failed"}': '0+1x30' }, at: '10m' },
  },
  {
    name: 'ParleyNotificationsBehind',
    expr: '(min_over_time((max(parley_notifications_behind_seconds))[5m:1m]) > 120) or (time() - max(parley_notifications_looked_timestamp_seconds) > 120)',
    severity: 'ticket',
    summary: 'People are told of messages {{ $value | humanizeDuration }} late.',
    fires: {
      series: { parley_notifications_behind_seconds: '0 60+60x30', parley_notifications_looked_timestamp_seconds: '0+60x30' },
      at: '15m',
    },
    quiet: {
      series: { parley_notifications_behind_seconds: '300 300 0 300x30', parley_notifications_looked_timestamp_seconds: '0+60x30' },
      at: '6m',
    },
  },
  {
    name: 'ParleyNotificationsGivenUp',
    expr: 'sum(increase(parley_notification_events_total{outcome="given_up"}[15m])) > 0',
    severity: 'ticket',
    summary: 'Events of the log cannot be taken, so nobody is told of them.',
    fires: { series: { 'parley_notification_events_total{outcome="given_up"}': '0x5 1x30' }, at: '10m' },
    quiet: { series: { 'parley_notification_events_total{outcome="taken"}': '0+1x30' }, at: '10m' },
  },
  {
    name: 'ParleyMailFails',
    expr: 'sum(increase(parley_mails_total{outcome="failed"}[15m])) > 0 unless sum(increase(parley_mails_total{outcome="sent"}[15m])) > 0',
    for: '10m',
    severity: 'ticket',
    summary: 'No mail was sent within 15 minutes, and attempts fail.',
    fires: { series: { 'parley_mails_total{outcome="failed"}': '0+1x60', 'parley_mails_total{outcome="sent"}': '5x60' }, at: '40m' },
    quiet: { series: { 'parley_mails_total{outcome="failed"}': '0+1x60', 'parley_mails_total{outcome="sent"}': '0+1x60' }, at: '40m' },
  },
  {
    name: 'ParleyOverload',
    expr: 'sum by (service) (rate(parley_rpc_refused_calls_total{reason="too-late"}[5m])) > 1',
    for: '2m',
    severity: 'page',
    summary: 'Calls reach {{ $labels.service }} after their deadline: it is overloaded.',
    fires: { series: { 'parley_rpc_refused_calls_total{service="messaging",reason="too-late"}': '0+120x30' }, at: '15m' },
    quiet: { series: { 'parley_rpc_refused_calls_total{service="messaging",reason="too-late"}': '0+30x30' }, at: '15m' },
  },
  {
    name: 'ParleyForeignCalls',
    expr: 'sum by (instance) (parley_rpc_refused_calls_total{reason!="too-late"}) > 0 or sum by (instance) (parley_rpc_strange_answers_total) > 0',
    severity: 'page',
    summary: '{{ $labels.instance }} got calls or answers that no service of this installation signed.',
    fires: { series: { 'parley_rpc_refused_calls_total{instance="a",reason="forged"}': '_x5 1x30' }, at: '10m' },
    quiet: {
      series: {
        'parley_rpc_refused_calls_total{instance="a",reason="too-late"}': '5x30',
        'parley_rpc_strange_answers_total{instance="a"}': '0x30',
      },
      at: '10m',
    },
  },
  {
    name: 'ParleyLoginGuessing',
    expr: 'sum by (kind) (rate(parley_failed_logins_total[10m])) > 2',
    for: '10m',
    severity: 'ticket',
    summary: 'Possible guessing of passwords or keys: {{ $value | humanize }} failed logins ({{ $labels.kind }}) each second.',
    fires: { series: { 'parley_failed_logins_total{kind="password"}': '0+180x60' }, at: '40m' },
    quiet: { series: { 'parley_failed_logins_total{kind="password"}': '0+60x60' }, at: '40m' },
  },
  {
    name: 'ParleyLimitsUncounted',
    expr: 'sum(rate(parley_rate_limit_uncounted_total[5m])) > 0.1',
    for: '5m',
    severity: 'ticket',
    summary: 'Requests are not counted against their limits, because Redis does not answer the gateways in time.',
    fires: { series: { parley_rate_limit_uncounted_total: '0+60x60' }, at: '30m' },
    quiet: { series: { parley_rate_limit_uncounted_total: '0 3x60' }, at: '30m' },
  },
];
