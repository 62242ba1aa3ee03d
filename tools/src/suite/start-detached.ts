import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { terminalProgress } from '../terminal/progress.js';
import { type DetachedNews, showNews } from './detached-news.js';
import { localDirectory } from './local-suite.js';

/**
 * Starts the suite under a supervisor that outlives this command, displays its progress, and returns when everything is ready.
 * Ctrl-C stops everything that was started.
 * @returns the exit code
 */
export function startDetached(commandArguments: readonly string[]): Promise<number> {
  const logDirectory = join(localDirectory, 'logs');
  mkdirSync(logDirectory, { recursive: true });
  const log = openSync(join(logDirectory, 'supervisor.log'), 'a', 0o600);
  const supervisor = spawn(process.execPath, [repositoryPath('tools/dist/commands/supervise.js'), ...commandArguments], {
    cwd: repositoryRoot,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => supervisor.kill('SIGTERM'));

  const show = showNews(terminalProgress());
  return new Promise((resolve) => {
    supervisor.on('message', async (news: DetachedNews) => {
      await show(news);
      if (news.kind === 'ready') {
        console.log(`${news.message}\nIt runs in the background: npm run status, npm run stop.`);
        supervisor.disconnect();
        supervisor.unref();
        resolve(0);
      }
      if (news.kind === 'failed') console.error(news.sentence);
    });
    supervisor.once('close', () => resolve(1));
  });
}
