import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { readOrMakeSecrets } from '../suite/secrets.js';
import type { Suite } from '../suite/suite.js';
import { runProgram } from '../supervise/run-program.js';
import { ClearError } from '../terminal/clear-error.js';

export const benchProgram = repositoryPath('bench/dist/main.js');

export async function compileBench(signal: AbortSignal): Promise<void> {
  const compiler = [repositoryPath('node_modules/typescript/bin/tsc'), '-p', repositoryPath('bench/tsconfig.json')];
  const { exitCode, output } = await runProgram(process.execPath, compiler, { cwd: repositoryRoot, signal });
  if (exitCode !== 0) throw new ClearError(`${output.trim()}\nThe bench does not compile: the lines above say why.`);
}

/** Runs a step of bench/src/main.ts on a running suite. @returns its exit code */
export async function runBench(
  step: 'prepare' | 'measure' | 'polls',
  suite: Suite,
  words: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const { directory } = suite;
  const target = join(directory, 'target.json');
  writeTarget(target, suite);
  // A process that crashed is started again, with another id.
  const writing = setInterval(() => writeTarget(target, suite), 1_000);
  const files = ['--target', target, '--places', join(directory, 'places.json'), '--out', repositoryPath('.parley/bench')];
  const program = spawn(process.execPath, [benchProgram, step, ...files, ...words], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  signal.addEventListener('abort', () => program.kill('SIGTERM'), { once: true });
  const [code] = await once(program, 'exit');
  clearInterval(writing);
  return typeof code === 'number' ? code : 1;
}

/** Replaced as a whole, because the bench may read it at any time. */
function writeTarget(path: string, suite: Suite): void {
  writeFileSync(`${path}.new`, JSON.stringify(targetOf(suite)), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The format that bench/src/target.ts reads. */
function targetOf(suite: Suite) {
  return {
    base_url: suite.baseUrl,
    database_url: suite.databaseUrl,
    nats_url: suite.natsUrl,
    key_secret: readOrMakeSecrets(suite.directory).keySecret,
    admin: { program: repositoryPath('apps/admin/dist/main.js'), environment: suite.environment },
    processes: suite.instances.flatMap(({ name, service, pid, url }) => (pid === undefined ? [] : [{ name, service, pid, url }])),
  };
}
