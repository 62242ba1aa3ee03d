// npm run stop
import { localDirectory } from '../suite/local-suite.js';
import { stopRecorded } from '../suite/suite-record.js';
import { terminalProgress } from '../terminal/progress.js';
import { readOptions } from '../terminal/read-options.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(async () => {
  readOptions({ command: 'npm run stop', args: process.argv.slice(2), environment: process.env }, {});
  const stopped = await terminalProgress().step('stopping', () => stopRecorded(localDirectory));
  console.log(stopped ? 'Parley is stopped.' : 'Nothing was running.');
});
