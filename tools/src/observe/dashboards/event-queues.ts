import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { dashboard, lines, p99 } from './panels.js';

export function eventQueues(): DashboardBuilder {
  return dashboard('parley-event-queues', 'Parley: event queues', 'Registration, fan-out and polls.')
    .withPanel(
      lines('Events behind', 'short', 'In the organization that is furthest behind.', {
        expr: 'parley_fan_out_lag_events',
        as: '{{instance}}',
      }),
    )
    .withPanel(
      lines('Oldest event behind', 's', 'Above some seconds: an organization gets its events this late.', {
        expr: 'parley_fan_out_oldest_seconds',
        as: '{{instance}}',
      }),
    )
    .withPanel(
      lines('Since the last look', 's', 'Above 15: the lag says nothing.', {
        expr: 'time() - parley_fan_out_looked_timestamp_seconds',
        as: '{{instance}}',
      }),
    )
    .withPanel(
      lines(
        'Delivery',
        's',
        'From the commit of a change to the last queue.',
        { expr: 'histogram_quantile(0.5, sum by (le) (rate(parley_fan_out_lag_seconds_bucket[$__rate_interval])))', as: 'p50' },
        { expr: 'histogram_quantile(0.99, sum by (le) (rate(parley_fan_out_lag_seconds_bucket[$__rate_interval])))', as: 'p99' },
      ),
    )
    .withPanel(
      lines(
        'Work',
        'ops',
        'Events, and entries in queues.',
        { expr: 'sum(rate(parley_fan_out_events_total[$__rate_interval]))', as: 'events' },
        { expr: 'sum(rate(parley_queue_appends_total[$__rate_interval]))', as: 'entries' },
        { expr: 'sum(rate(parley_ephemeral_appends_total[$__rate_interval]))', as: 'ephemeral entries' },
      ),
    )
    .withPanel(
      lines(
        'Lengths of queues',
        'short',
        'After an append. Long queues belong to clients that do not poll.',
        { expr: 'histogram_quantile(0.5, sum by (le) (rate(parley_queue_length_entries_bucket[$__rate_interval])))', as: 'p50' },
        { expr: 'histogram_quantile(0.99, sum by (le) (rate(parley_queue_length_entries_bucket[$__rate_interval])))', as: 'p99' },
      ),
    )
    .withPanel(
      lines('Partitions', 'short', 'The sum is the number of partitions.', { expr: 'parley_fan_out_partitions', as: '{{instance}}' }),
    )
    .withPanel(
      lines(
        'Failures',
        'ops',
        'Retried.',
        { expr: 'sum(rate(parley_fan_out_failures_total[$__rate_interval]))', as: 'failed' },
        { expr: 'sum(rate(parley_fan_out_fenced_total[$__rate_interval]))', as: 'fenced' },
      ),
    )
    .withPanel(
      lines('Registrations', 'short', 'Those in line wait for a place.', {
        expr: 'sum by (state) (parley_registrations)',
        as: '{{state}}',
      }),
    )
    .withPanel(
      lines('Duration of registrations, p99', 's', 'With the time in line.', {
        expr: p99('parley_register_seconds', '', 'outcome'),
        as: '{{outcome}}',
      }),
    )
    .withPanel(lines('Queues', 'short', 'By replica.', { expr: 'parley_queues', as: '{{instance}}' }))
    .withPanel(
      lines('Lag of lanes', 'short', 'Events behind the log, of organizations with several lanes.', {
        expr: 'max by (lane) (parley_fan_out_lane_lag_events)',
        as: '{{lane}}',
      }),
    )
    .withPanel(
      lines(
        'Ended queues',
        'ops',
        'Expired ones are clients that went away.',
        { expr: 'sum(rate(parley_queues_expired_total[$__rate_interval]))', as: 'expired' },
        { expr: 'sum(rate(parley_queues_ended_total[$__rate_interval]))', as: 'ended' },
        { expr: 'sum(rate(parley_queues_displaced_total[$__rate_interval]))', as: 'displaced' },
      ),
    )
    .withPanel(lines('Held polls', 'short', 'By gateway.', { expr: 'parley_held_polls', as: '{{instance}}' }))
    .withPanel(
      lines('Entries found by a poll, p99', 'short', 'Large: clients are behind.', {
        expr: p99('parley_poll_entries', '', 'instance'),
        as: '{{instance}}',
      }),
    );
}
