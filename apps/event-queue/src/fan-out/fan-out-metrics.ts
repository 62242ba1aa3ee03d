import { Injectable } from '@nestjs/common';
import { METRICS, Runtime } from '@parley/runtime';

/** Shows operators whether fan-out keeps up, repeats work, or loses anything. */
@Injectable()
export class FanOutMetrics {
  readonly appends;
  readonly refusedAppends;
  readonly events;
  readonly lagSeconds;
  readonly lagEvents;
  readonly oldestSeconds;
  readonly lookedAt;
  readonly fenced;
  readonly holes;
  readonly failures;
  readonly skippedEvents;
  readonly woken;
  readonly endedQueues;
  readonly cleanedQueues;
  readonly queues;
  readonly queueLength;
  readonly resets;
  readonly partitions;
  readonly allPartitions;
  readonly lanes;
  readonly laneLagEvents;
  readonly lanesMovedQueues;
  readonly lanesEndedQueues;

  constructor({ metrics }: Runtime) {
    this.appends = metrics.counter(METRICS.queueAppends);
    this.refusedAppends = metrics.counter(METRICS.queueAppendsRefused);
    this.events = metrics.counter(METRICS.fanOutEvents);
    this.lagSeconds = metrics.histogram(METRICS.fanOutLagSeconds);
    this.lagEvents = metrics.gauge(METRICS.fanOutLagEvents);
    this.oldestSeconds = metrics.gauge(METRICS.fanOutOldestSeconds);
    this.lookedAt = metrics.gauge(METRICS.fanOutLookedAt);
    this.fenced = metrics.counter(METRICS.fanOutFenced);
    this.holes = metrics.counter(METRICS.eventLogHoles);
    this.failures = metrics.counter(METRICS.fanOutFailures);
    this.skippedEvents = metrics.counter(METRICS.fanOutSkippedEvents);
    this.woken = metrics.counter(METRICS.pollsWoken);
    this.endedQueues = metrics.counter(METRICS.queuesEnded);
    this.cleanedQueues = metrics.counter(METRICS.queuesExpired);
    this.queues = metrics.gauge(METRICS.queues);
    this.queueLength = metrics.histogram(METRICS.queueLength);
    this.resets = metrics.counter(METRICS.indexResets);
    this.partitions = metrics.gauge(METRICS.fanOutPartitions);
    this.allPartitions = metrics.gauge(METRICS.fanOutAllPartitions);
    this.lanes = metrics.gauge(METRICS.fanOutLanes);
    this.laneLagEvents = metrics.gauge(METRICS.fanOutLaneLagEvents);
    this.lanesMovedQueues = metrics.counter(METRICS.lanesMovedQueues);
    this.lanesEndedQueues = metrics.counter(METRICS.lanesEndedQueues);
  }
}
