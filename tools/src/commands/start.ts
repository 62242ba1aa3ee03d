// npm start [-- --detach] [--reset [--yes]] [--replicas event-queue=2,gateway=2]
import { confirmReset, terminalAsk } from '../suite/confirm-reset.js';
import { localDirectory } from '../suite/local-suite.js';
import { startDetached } from '../suite/start-detached.js';
import { startLocalSuite } from '../suite/start-local-suite.js';
import { startOptions } from '../suite/start-options.js';
import { aborted, onInterruption } from '../terminal/interruption.js';
import { terminalProgress } from '../terminal/progress.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(async () => {
  const options = startOptions(process.argv.slice(2), process.env);
  if (options.reset && !options.yes) await confirmReset(localDirectory, terminalAsk());
  if (options.detach) return startDetached(process.argv.slice(2));

  const signal = onInterruption();
  const progress = terminalProgress();
  const { suite, message } = await startLocalSuite({ ...options, progress, signal });
  console.log(`${message}\nCtrl-C stops it.`);
  await aborted(signal);
  await progress.step('stopping', () => suite.stop());
  return 0;
});
