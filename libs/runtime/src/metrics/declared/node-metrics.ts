/** Metrics that prom-client adds to every process, as far as rules and dashboards use them. */
export const NODE_METRICS = [
  {
    name: 'process_cpu_seconds_total',
    type: 'counter',
    meaning: 'Processor time of the process.',
    use: 'A process uses at most about one core for JavaScript: near 1 per second it is full, and a replica is needed.',
  },
  { name: 'process_resident_memory_bytes', type: 'gauge', meaning: 'Memory of the process.', use: 'Steady growth is a leak.' },
  {
    name: 'process_start_time_seconds',
    type: 'gauge',
    meaning: 'When the process started.',
    use: 'A change without a deployment is a crash: see the end of its log.',
  },
  {
    name: 'nodejs_eventloop_lag_p99_seconds',
    type: 'gauge',
    meaning: 'Delay of the event loop since the last scrape, 99th percentile.',
    use: 'Above 0.1: something blocks the process, or it is full.',
  },
  {
    name: 'nodejs_heap_size_used_bytes',
    type: 'gauge',
    meaning: 'Memory of JavaScript objects.',
    use: 'Near the limit of the heap, garbage collection takes the processor.',
  },
] as const;
