import { mkdirSync } from 'node:fs';
import { withLock } from '../../lock.mjs';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { runProgram } from '../supervise/run-program.js';
import { ClearError, fullDiskSentence, isDiskFull } from '../terminal/clear-error.js';
import type { Progress } from '../terminal/progress.js';

/**
 * Builds every library and app with Nx, which caches unchanged projects.
 * @throws ClearError with the compiler's lines
 */
export async function buildProjects(progress: Progress, signal?: AbortSignal): Promise<void> {
  mkdirSync(repositoryPath('.parley'), { recursive: true });
  await progress.step('build', (report) =>
    withLock(repositoryPath('.parley/build.lock'), { onWait: (pid) => report(`waiting for the build of process ${pid}`) }, async () => {
      const nx = [repositoryPath('node_modules/nx/dist/bin/nx.js'), 'run-many', '-t', 'build', '--outputStyle=static'];
      const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0' };
      const { exitCode, output } = await runProgram(process.execPath, nx, { cwd: repositoryRoot, env, signal });
      if (isDiskFull(output)) throw new ClearError(fullDiskSentence(repositoryRoot));
      if (exitCode !== 0)
        throw new ClearError(`${failuresIn(output.replaceAll('\r\n', '\n'))}\nThe build failed: the lines above say why.`);
    }),
  );
}

/** Nx prints each project's output under a line `> nx run <project>:build`. Returns that of the failed projects. */
export function failuresIn(output: string): string {
  const [, failedList = ''] = output.split('Failed tasks:');
  const failed = [...failedList.matchAll(/^- (\S+):build$/gm)].map(([, project]) => project);
  const blocks = output.split(/^> nx run /m).filter((block) => failed.some((project) => block.startsWith(`${project}:build`)));
  return (blocks.length > 0 ? blocks.join('') : output)
    .replaceAll(/^(> node |Warning: command ).*\n/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}
