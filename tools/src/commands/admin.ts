// npm run admin -- <command of apps/admin>: runs it against the suite that npm start runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { localDirectory } from '../suite/local-suite.js';
import { recordedEnvironment } from '../suite/recorded-environment.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(async () => {
  const env = { ...recordedEnvironment(localDirectory), INSTANCE: 'admin', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' };
  const admin = spawn(process.execPath, ['--enable-source-maps', repositoryPath('apps/admin/dist/main.js'), ...process.argv.slice(2)], {
    cwd: repositoryRoot,
    env,
    stdio: 'inherit',
  });
  const [code] = await once(admin, 'exit');
  return typeof code === 'number' ? code : 1;
});
