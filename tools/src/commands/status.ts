// npm run status [-- --json]
import { parseArgs } from 'node:util';
import { localDirectory } from '../suite/local-suite.js';
import { statusOf } from '../suite/status.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } }, strict: false });
  const processes = await statusOf(localDirectory);
  if (values.json) return console.log(JSON.stringify(processes, null, 2));
  if (processes.length === 0) return console.log('Nothing runs. npm start starts it.');
  for (const { name, pid, healthy, url } of processes) {
    console.log(`${name.padEnd(16)} ${String(pid ?? '-').padStart(8)}  ${healthy ? 'healthy  ' : 'unhealthy'}  ${url}`);
  }
});
