// npm run admin -- <command of apps/admin>: runs it against the suite that npm start runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { localDirectory } from '../suite/local-suite.js';
import { recordedEnvironment } from '../suite/recorded-environment.js';
import { ClearError } from '../terminal/clear-error.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(async () => {
  const args = process.argv.slice(2);
  // Help calls no service, so none needs to run.
  const asksForHelp = args.length === 0 || args[0] === 'help' || args.includes('--help') || args.includes('-h');
  const main = repositoryPath('apps/admin/dist/main.js');
  if (!existsSync(main)) throw new ClearError('Parley is not built yet: type npm start, or npm run build.');
  const shared = asksForHelp ? process.env : recordedEnvironment(localDirectory);
  const env = { ...shared, INSTANCE: 'admin', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' };
  const admin = spawn(process.execPath, [main, ...args], {
    cwd: repositoryRoot,
    env,
    stdio: 'inherit',
  });
  const [code] = await once(admin, 'exit');
  return typeof code === 'number' ? code : 1;
});
