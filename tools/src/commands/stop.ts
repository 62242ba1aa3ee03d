// npm run stop
import { localDirectory } from '../suite/local-suite.js';
import { stopRecorded } from '../suite/suite-record.js';
import { terminalProgress } from '../terminal/progress.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(async () => {
  const stopped = await terminalProgress().step('stopping', () => stopRecorded(localDirectory));
  console.log(stopped ? 'Parley is stopped.' : 'Nothing was running.');
});
