// npm run drill:restore [-- --messages 1000000]: backs a suite of its own up, loses it, restores it into empty stores, and prints how long it took.
import { ClearError } from '../terminal/clear-error.js';
import { readOptions } from '../terminal/read-options.js';
import { reportTests } from '../test/report-tests.js';

const hourMs = 3_600_000;

await reportTests(() => ({
  stages: ['cluster'],
  paths: ['e2e/cluster/restore'],
  environment: { PARLEY_RESTORE_MESSAGES: String(requestedMessages()) },
  deadlineMs: hourMs,
}));

function requestedMessages(): number {
  const commandLine = { command: 'npm run drill:restore', args: process.argv.slice(2), environment: process.env };
  const { messages } = readOptions(commandLine, { messages: { type: 'string', default: '1000000' } });
  const count = Number(messages);
  if (!Number.isInteger(count) || count < 1)
    throw new ClearError('--messages takes a whole number greater than 0, as in npm run drill:restore -- --messages 1000000.');
  return count;
}
