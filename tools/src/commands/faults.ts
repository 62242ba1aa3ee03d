// npm run test:faults [-- --minutes 10]: the cluster test of faults, for as long as wanted, and all kills of joining.
import { ClearError } from '../terminal/clear-error.js';
import { readOptions } from '../terminal/read-options.js';
import { reportTests } from '../test/report-tests.js';

const minuteMs = 60_000;
/** Bringing two of everything up, draining the queues, and taking it down. */
const aroundMs = 10 * minuteMs;

await reportTests(() => {
  const minutes = minutesAsked();
  return {
    stages: ['cluster'],
    paths: ['e2e/cluster/faults', 'e2e/cluster/joining'],
    environment: { PARLEY_FAULT_MINUTES: String(minutes) },
    deadlineMs: minutes * minuteMs + aroundMs,
  };
});

function minutesAsked(): number {
  const commandLine = { command: 'npm run test:faults', args: process.argv.slice(2), environment: process.env };
  const values = readOptions(commandLine, { minutes: { type: 'string', default: '10' } });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new ClearError('--minutes takes a number greater than 0, as in npm run test:faults -- --minutes 10.');
  return minutes;
}
