import { METRICS, type Runtime, Sample } from '@parley/runtime';
import type { JobQueues } from './job-queues.js';

const SHOWN = ['waiting', 'active', 'delayed'] as const;
const KEPT_MS = 1_000;

/** Shows how many jobs wait, run and are dead. One request to Redis for each job that this process serves, when the metrics are read. */
export function measureJobs(queues: JobQueues, served: () => readonly string[], { metrics, logger }: Runtime): void {
  const counts = new Sample(
    () => Promise.all(served().map(async (job) => ({ job, counts: await queues.of(job).getJobCounts('failed', ...SHOWN) }))),
    KEPT_MS,
    (err) => logger.warn({ err }, 'failed to count jobs'),
  );
  metrics.gauge(METRICS.deadJobs, async (gauge) => {
    const read = await counts.read();
    gauge.reset();
    for (const { job, counts } of read ?? []) gauge.set({ job }, counts.failed ?? 0);
  });
  metrics.gauge(METRICS.jobs, async (gauge) => {
    const read = await counts.read();
    gauge.reset();
    for (const { job, counts } of read ?? []) for (const state of SHOWN) gauge.set({ job, state }, counts[state] ?? 0);
  });
}
