import { counter, gauge, histogram } from './declare.js';

const services = ['event-queue'] as const;

/** Registration, fan-out and polls. */
export const EVENT_QUEUE_METRICS = {
  registerSeconds: histogram({
    name: 'parley_register_seconds',
    meaning: 'Duration of registrations, with the time in line.',
    labels: { outcome: '`ok` or `error`' },
    services,
    use: 'See [Registrations](operations.md#registrations).',
  }),
  registrations: gauge({
    name: 'parley_registrations',
    meaning: 'Registrations that run and that wait in line.',
    labels: { state: '`running` or `waiting`' },
    services,
    use: 'If the line stays long: more event-queue replicas, or faster reads in the services.',
  }),
  fanOutEvents: counter({
    name: 'parley_fan_out_events_total',
    meaning: 'Logged events fanned out.',
    services,
    use: 'Changes per second of the whole installation.',
  }),
  fanOutLagSeconds: histogram({
    name: 'parley_fan_out_lag_seconds',
    meaning: 'Time from the commit of an event to its last append to a queue.',
    services,
    use: 'What clients feel as delay. It has no value for events that are not delivered yet: see `parley_fan_out_lag_events`.',
  }),
  fanOutLagEvents: gauge({
    name: 'parley_fan_out_lag_events',
    meaning: 'Logged events that are not fanned out yet, in the organization of this replica with the largest lag.',
    services,
    use: 'If it stays above 0, one organization has more events than one replica can fan out, or fan-out fails.',
  }),
  fanOutLookedAt: gauge({
    name: 'parley_fan_out_looked_timestamp_seconds',
    meaning: 'When this replica last compared the log with its queues.',
    services,
    use: 'It does so every second. While it is old, `parley_fan_out_lag_events` says nothing.',
  }),
  fanOutPartitions: gauge({
    name: 'parley_fan_out_partitions',
    meaning: 'Partitions of organizations that this replica holds a lease on.',
    services,
    use: 'The sum over the replicas is `parley_fan_out_all_partitions`. A smaller sum means that some organizations get no events.',
  }),
  fanOutAllPartitions: gauge({
    name: 'parley_fan_out_all_partitions',
    meaning: 'Number of partitions that the replicas share, as this replica knows it.',
    services,
    use: 'The smallest FAN_OUT_PARTITIONS of all replicas. If replicas differ for minutes, they do not see each other in Redis.',
  }),
  fanOutFailures: counter({
    name: 'parley_fan_out_failures_total',
    meaning: 'Fan-out rounds that failed and were retried.',
    services,
    use: 'A few around a restart of a store are normal. If it goes on, see the log.',
  }),
  fanOutFenced: counter({
    name: 'parley_fan_out_fenced_total',
    meaning: 'Fan-out steps refused because another replica had moved the cursor.',
    services,
    use: 'A few when leases move. If it goes on, replicas lose their leases: they are overloaded.',
  }),
  fanOutSkippedEvents: counter({
    name: 'parley_fan_out_skipped_events_total',
    meaning: 'Logged events that were skipped because this version does not know their type or format.',
    services,
    use: 'Must stay 0: upgrade event-queue before the other services.',
  }),
  eventLogHoles: counter({
    name: 'parley_event_log_holes_total',
    meaning: 'Times that fan-out found a gap in the event log.',
    services,
    use: 'Must stay 0: `admin verify-log` shows where.',
  }),
  indexResets: counter({
    name: 'parley_index_resets_total',
    meaning: 'Times that all queues of an organization were ended because its log could not be followed any more.',
    services,
    use: 'Expected after a [restore](operations.md#restore-and-failover), else a fault.',
  }),
  queues: gauge({
    name: 'parley_queues',
    meaning: 'Client queues of the organizations whose fan-out runs here.',
    services,
    use: 'An empty queue costs less than 2 KB in Redis.',
  }),
  queueLength: histogram({
    name: 'parley_queue_length_entries',
    meaning: 'Lengths of client queues after an append. A sample: of up to 16 queues of each step of fan-out.',
    buckets: [1, 10, 100, 1_000, 5_000, 10_000, 50_000, 100_000],
    services,
    use: 'Clients that poll keep their queues below 10. A growing share above 1,000: clients that are away or stuck, and their queues fill Redis (`admin list-queues`). A queue ends at 100,000.',
  }),
  queueAppends: counter({
    name: 'parley_queue_appends_total',
    meaning: 'Entries appended to client queues.',
    services,
    use: 'The work of fan-out: events times recipients.',
  }),
  queueAppendsRefused: counter({
    name: 'parley_queue_appends_refused_total',
    meaning: 'Appends of events that a queue already had, from repeated work or from its snapshot.',
    services,
    use: 'Harmless.',
  }),
  pollEntries: histogram({
    name: 'parley_poll_entries',
    meaning: 'Entries that a poll found in its queue.',
    buckets: [1, 2, 5, 10, 50, 100, 500, 1000],
    services,
    use: 'Many large values: clients are behind, and their queues fill Redis.',
  }),
  pollsWoken: counter({
    name: 'parley_polls_woken_total',
    meaning: 'Held polls that were woken.',
    services,
    use: 'Answers to clients that new events cause.',
  }),
  eventsUnrendered: counter({
    name: 'parley_events_unrendered_total',
    meaning: 'Events that could not be rendered for a client.',
    services,
    use: 'Must stay 0: see the log line `failed to render an event`.',
  }),
  queuesEnded: counter({
    name: 'parley_queues_ended_total',
    meaning: 'Queues ended by fan-out, because they were too long or their user lost access.',
    services,
    use: 'Many: clients that do not poll, or an organization with a flood of events.',
  }),
  queuesExpired: counter({
    name: 'parley_queues_expired_total',
    meaning: 'Queues that were not polled within their idle timeout.',
    services,
    use: 'Clients that went away. Harmless.',
  }),
  queuesDisplaced: counter({
    name: 'parley_queues_displaced_total',
    meaning: 'Queues ended because their account registered more than it may have.',
    services,
    use: 'A client that registers again and again: `admin list-queues`.',
  }),
  ephemeralDropped: counter({
    name: 'parley_ephemeral_dropped_total',
    meaning: 'Ephemeral events (such as typing) that were dropped; the request gets 503.',
    labels: { reason: 'why' },
    services,
    use: 'Overload, or Redis without memory.',
  }),
  ephemeralAppends: counter({
    name: 'parley_ephemeral_appends_total',
    meaning: 'Queue entries appended for ephemeral events.',
    services,
    use: 'The part of typing and presence in the work of fan-out.',
  }),
};
