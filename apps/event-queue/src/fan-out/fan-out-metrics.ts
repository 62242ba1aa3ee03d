import { Injectable } from '@nestjs/common';
import { Runtime } from '@parley/runtime';

/** What an operator watches: does fan-out keep up, does it work twice, does anything get lost. */
@Injectable()
export class FanOutMetrics {
  readonly appends;
  readonly refusedAppends;
  readonly events;
  readonly lagSeconds;
  readonly lagEvents;
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
      'Appends that a queue had already (work done twice, or in its snapshot).',
    );
    this.events = metrics.counter('parley_fan_out_events_total', 'Logged events fanned out.');
    this.lagSeconds = metrics.histogram('parley_fan_out_lag_seconds', 'From the commit of an event to its last append.');
    this.lagEvents = metrics.gauge('parley_fan_out_lag_events', 'Logged events not fanned out yet, in the organization furthest behind.');
    this.fenced = metrics.counter('parley_fan_out_fenced_total', 'Steps refused because the cursor was elsewhere.');
    this.holes = metrics.counter('parley_event_log_holes_total', 'Times fan-out found a missing seq in the log. Must stay 0.');
    this.failures = metrics.counter('parley_fan_out_failures_total', 'Rounds of fan-out that failed and were tried again.');
    this.skippedEvents = metrics.counter('parley_fan_out_skipped_events_total', 'Logged events of a type or shape unknown here.');
    this.woken = metrics.counter('parley_polls_woken_total', 'Held polls told to look.');
    this.endedQueues = metrics.counter('parley_queues_ended_total', 'Queues ended by fan-out: too long, or their user lost access.');
    this.cleanedQueues = metrics.counter('parley_queues_expired_total', 'Expired queues cleaned up.');
    this.queues = metrics.gauge('parley_queues', 'Client queues of the organizations whose fan-out runs here.');
    this.resets = metrics.counter('parley_index_resets_total', 'Indexes dropped because the log could not be followed any more.');
    this.partitions = metrics.gauge('parley_fan_out_partitions', 'Partitions leased by this replica.');
  }
}
