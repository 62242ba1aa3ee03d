import { Injectable } from '@nestjs/common';
import { Runtime } from '@parley/runtime';

/** Shows operators whether fan-out keeps up, repeats work, or loses anything. */
@Injectable()
export class FanOutMetrics {
  readonly appends;
  readonly refusedAppends;
  readonly events;
  readonly lagSeconds;
  readonly lagEvents;
  readonly lookedAt;
  readonly fenced;
  readonly holes;
  readonly failures;
  readonly skippedEvents;
  readonly woken;
  readonly endedQueues;
  readonly cleanedQueues;
  readonly queues;
  readonly resets;
  readonly partitions;

  constructor({ metrics }: Runtime) {
    this.appends = metrics.counter('parley_queue_appends_total', 'Entries appended to client queues.');
    this.refusedAppends = metrics.counter(
      'parley_queue_appends_refused_total',
      'Appends of events that a queue already had, from repeated work or from its snapshot.',
    );
    this.events = metrics.counter('parley_fan_out_events_total', 'Logged events fanned out.');
    this.lagSeconds = metrics.histogram('parley_fan_out_lag_seconds', 'Time from the commit of an event to its last append to a queue.');
    this.lagEvents = metrics.gauge(
      'parley_fan_out_lag_events',
      'Logged events that are not fanned out yet, in the organization with the largest lag.',
    );
    this.lookedAt = metrics.gauge(
      'parley_fan_out_looked_timestamp_seconds',
      'When this replica last compared the log with its queues. While it is old, parley_fan_out_lag_events says nothing.',
    );
    this.fenced = metrics.counter('parley_fan_out_fenced_total', 'Fan-out steps refused because the cursor had moved.');
    this.holes = metrics.counter('parley_event_log_holes_total', 'Number of times that fan-out found a gap in the event log. Must stay 0.');
    this.failures = metrics.counter('parley_fan_out_failures_total', 'Fan-out rounds that failed and were retried.');
    this.skippedEvents = metrics.counter(
      'parley_fan_out_skipped_events_total',
      'Logged events that were skipped because their type or format is unknown.',
    );
    this.woken = metrics.counter('parley_polls_woken_total', 'Held polls that were woken.');
    this.endedQueues = metrics.counter(
      'parley_queues_ended_total',
      'Queues ended by fan-out, because they were too long or their user lost access.',
    );
    this.cleanedQueues = metrics.counter('parley_queues_expired_total', 'Expired queues that were cleaned up.');
    this.queues = metrics.gauge('parley_queues', 'Client queues of the organizations whose fan-out runs here.');
    this.resets = metrics.counter('parley_index_resets_total', 'Audience indexes dropped because the log could no longer be followed.');
    this.partitions = metrics.gauge('parley_fan_out_partitions', 'Partitions that this replica holds a lease on.');
  }
}
