// npm run test:upgrade [-- --from <commit>]: a rolling upgrade from the previous version to this one, and back, under load.
import { readOptions } from '../terminal/read-options.js';
import { reportTests } from '../test/report-tests.js';

const deadlineMs = 60 * 60_000;

await reportTests(() => {
  const commandLine = { command: 'npm run test:upgrade', args: process.argv.slice(2), environment: process.env };
  const { from } = readOptions(commandLine, { from: { type: 'string' } });
  return { stages: ['upgrade'], paths: [], deadlineMs, ...(from === undefined ? {} : { upgradeFrom: from }) };
});
