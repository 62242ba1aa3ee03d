// npm run status [-- --json]
import { localDirectory } from '../suite/local-suite.js';
import { statusLines, statusOf } from '../suite/status.js';
import { readOptions } from '../terminal/read-options.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(async () => {
  const commandLine = { command: 'npm run status', args: process.argv.slice(2), environment: process.env };
  const values = readOptions(commandLine, { json: { type: 'boolean', default: false } });
  const processes = await statusOf(localDirectory);
  if (values.json) return console.log(JSON.stringify(processes, null, 2));
  if (processes.length === 0) return console.log('Nothing runs. npm start starts it.');
  for (const line of statusLines(processes)) console.log(line);
});
