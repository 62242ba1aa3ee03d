import { type Summary, summarize } from '../stats.js';

/**
 * `concurrency` workers that each repeat `work` for `durationMs`, after a warm-up that is not counted.
 * A failing call ends the run, because figures with errors would be meaningless.
 */
export async function closedLoop(
  options: { concurrency: number; durationMs: number; warmUpMs: number },
  work: (worker: number) => Promise<void>,
): Promise<Summary> {
  const countFrom = performance.now() + options.warmUpMs;
  const until = countFrom + options.durationMs;
  const latencies: number[] = [];
  const workers = Array.from({ length: options.concurrency }, async (_, worker) => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      await work(worker);
      if (startedAt >= countFrom) latencies.push(performance.now() - startedAt);
    }
  });
  await Promise.all(workers);
  return summarize(latencies, options.durationMs);
}
