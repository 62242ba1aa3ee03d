import { counter, EVERY_SERVICE } from './declare.js';

/** What a process of Node does, beyond the standard metrics of prom-client. */
export const PROCESS_METRICS = {
  eventLoopBusySeconds: counter({
    name: 'parley_event_loop_busy_seconds_total',
    meaning: 'Time in which the event loop did not wait for something to do. Time in which it waited for a processor counts as busy.',
    services: EVERY_SERVICE,
    use: 'Its rate is the busy share, 0 to 1. From 0.6 on answers wait behind each other: [add a replica](operations.md#autoscaling).',
  }),
};
