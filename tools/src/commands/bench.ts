// npm run bench [-- --quick] [--only sends|delivery|register|memory]: measures a separate suite, with stores as durable as in production.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProjects } from '../build/build-projects.js';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { Suite } from '../suite/suite.js';
import { runProgram } from '../supervise/run-program.js';
import { ClearError } from '../terminal/clear-error.js';
import { onInterruption } from '../terminal/interruption.js';
import { terminalProgress } from '../terminal/progress.js';
import { runCommand } from '../terminal/run-command.js';

await runCommand(async () => {
  const signal = onInterruption();
  const suite = await Suite.start({
    directory: repositoryPath('.parley/bench'),
    reset: true,
    prepare: async (progress) => {
      await buildProjects(progress, signal);
      await progress.step('bench', () => compileBench(signal));
    },
    environment: { LOG_LEVEL: 'warn' },
    progress: terminalProgress(),
    signal,
  });
  try {
    return await measure(suite, signal);
  } finally {
    await suite.discard();
  }
});

async function compileBench(signal: AbortSignal): Promise<void> {
  const compiler = [repositoryPath('node_modules/typescript/bin/tsc'), '-p', repositoryPath('bench/tsconfig.json')];
  const { exitCode, output } = await runProgram(process.execPath, compiler, { cwd: repositoryRoot, signal });
  if (exitCode !== 0) throw new ClearError(`${output.trim()}\nThe bench does not compile: the lines above say why.`);
}

/** @returns the exit code of bench/src/main.ts */
async function measure(suite: Suite, signal: AbortSignal): Promise<number> {
  const targetFile = join(suite.directory, 'target.json');
  writeFileSync(targetFile, JSON.stringify(targetOf(suite)), { mode: 0o600 });
  const bench = spawn(process.execPath, [repositoryPath('bench/dist/main.js'), '--target', targetFile, ...process.argv.slice(2)], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  signal.addEventListener('abort', () => bench.kill('SIGTERM'), { once: true });
  const [code] = await once(bench, 'exit');
  return typeof code === 'number' ? code : 1;
}

/** The format that bench/src/target.ts reads. */
function targetOf(suite: Suite) {
  return {
    base_url: suite.baseUrl,
    demo_json: suite.demoFile,
    database_url: suite.databaseUrl,
    nats_url: suite.natsUrl,
    processes: suite.instances.flatMap(({ name, pid }) => (pid === undefined ? [] : [{ name, pid }])),
  };
}
