// npm run scale -- event-queue=3[,gateway=2]
import { localDirectory } from '../suite/local-suite.js';
import { scaleRecorded } from '../suite/scale-recorded.js';
import { terminalProgress } from '../terminal/progress.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(async () => {
  const order = process.argv.slice(2).join(',');
  const lines = await scaleRecorded(localDirectory, order, terminalProgress());
  for (const line of lines) console.log(line);
});
