// npm run test:faults [-- --minutes 10 --seeds 10]: the random tests with seeds of the day, then the fault test of the cluster for the given
// time, all kills of joining, all masters of a Redis Cluster, a restored dump and failovers of PostgreSQL.
import { ClearError } from '../terminal/clear-error.js';
import { readOptions } from '../terminal/read-options.js';
import { randomTestFiles, seedsOfDay } from '../test/random-tests.js';
import { reportTests } from '../test/report-tests.js';

const minuteMs = 60_000;
/** Time to start two replicas of everything, drain the queues, and stop. */
const aroundMs = 20 * minuteMs;
/** All random tests together take less than half a minute per seed; a busy machine needs longer. */
const perSeedMs = 2 * minuteMs;
/** Limits the seeds of one day, so that they do not overlap with those of the next. */
const MAX_SEEDS = 100;

await reportTests(() => {
  const { minutes, seeds } = requestedAmounts();
  const given = process.env.PARLEY_TEST_SEEDS ?? seedsOfDay(new Date(), seeds).join(',');
  console.error(`  seeds of the random tests: ${given}`);
  console.error(`  to repeat one: PARLEY_TEST_SEEDS=<seed> npm test -- <part of the test file's path>`);
  return {
    stages: ['unit', 'integration', 'cluster'],
    paths: [...randomTestFiles(), 'e2e/cluster/faults', 'e2e/cluster/joining', 'e2e/cluster/redis-cluster', 'e2e/cluster/time-travel'],
    environment: { PARLEY_FAULT_MINUTES: String(minutes), PARLEY_TEST_SEEDS: given },
    deadlineMs: Math.max(minutes * minuteMs, seeds * perSeedMs) + aroundMs,
  };
});

function requestedAmounts(): { minutes: number; seeds: number } {
  const commandLine = { command: 'npm run test:faults', args: process.argv.slice(2), environment: process.env };
  const values = readOptions(commandLine, { minutes: { type: 'string', default: '10' }, seeds: { type: 'string', default: '10' } });
  const [minutes, seeds] = [Number(values.minutes), Number(values.seeds)];
  if (!(minutes > 0)) throw new ClearError('--minutes takes a number greater than 0, as in npm run test:faults -- --minutes 10.');
  if (!Number.isInteger(seeds) || seeds < 1 || seeds > MAX_SEEDS)
    throw new ClearError(`--seeds takes a number from 1 to ${MAX_SEEDS}, as in npm run test:faults -- --seeds 10.`);
  return { minutes, seeds };
}
