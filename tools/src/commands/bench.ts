// npm run bench [-- --quick] [--only users-me,send] [--compare <file>] [--profile send-100]: measures a separate suite, with stores as durable as in production.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProjects } from '../build/build-projects.js';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { readOrMakeSecrets } from '../suite/secrets.js';
import { Suite } from '../suite/suite.js';
import { runProgram } from '../supervise/run-program.js';
import { ClearError } from '../terminal/clear-error.js';
import { onInterruption } from '../terminal/interruption.js';
import { terminalProgress } from '../terminal/progress.js';
import { readOptions } from '../terminal/read-options.js';
import { runCommand } from '../terminal/run-command.js';

/** Apart from the results in .parley/bench, which stay. */
const directory = repositoryPath('.parley/bench-suite');
/** Of running services, until the bench collects them. */
const profiles = join(directory, 'profiles');
const benchProgram = repositoryPath('bench/dist/main.js');

await runCommand(async () => {
  const { quick, only, compare, profile } = readOptions(
    { command: 'npm run bench', args: process.argv.slice(2), environment: process.env },
    { quick: { type: 'boolean', default: false }, only: { type: 'string' }, compare: { type: 'string' }, profile: { type: 'string' } },
  );
  if (process.platform !== 'linux') throw new ClearError('The bench runs on Linux only: it reads processor time from /proc.');
  const words = [
    ...(quick ? ['--quick'] : []),
    ...(only === undefined ? [] : ['--only', only]),
    ...(compare === undefined ? [] : ['--compare', compare]),
    ...(profile === undefined ? [] : ['--profile', profile, '--profiles', profiles]),
  ];
  const signal = onInterruption();
  await prepareOrganizations(words, signal);
  // Again, because services may keep what they read before the organizations were filled.
  const environment = profile === undefined ? {} : profiledEnvironment();
  const suite = await Suite.start({ directory, environment, progress: terminalProgress(), signal });
  try {
    return await bench('measure', suite, words, signal);
  } finally {
    await suite.discard();
  }
});

async function prepareOrganizations(words: readonly string[], signal: AbortSignal): Promise<void> {
  const progress = terminalProgress();
  const suite = await Suite.start({
    directory,
    reset: true,
    prepare: async (steps) => {
      await steps.step('bench', () => compileBench(signal));
      const { exitCode, output } = await runProgram(process.execPath, [benchProgram, 'check', ...words], { cwd: repositoryRoot, signal });
      if (exitCode !== 0) throw new ClearError(output.trim());
      await buildProjects(steps, signal);
    },
    progress,
    signal,
  });
  const code = await bench('prepare', suite, words, signal).finally(() => suite.stop());
  if (code === 0) return;
  rmSync(directory, { recursive: true, force: true });
  throw new ClearError('The organizations could not be prepared: the lines above say why.');
}

/** Each service loads what begins and ends a profile. */
function profiledEnvironment() {
  mkdirSync(profiles, { recursive: true });
  const preload = pathToFileURL(repositoryPath('bench/dist/profile/preload.js'));
  preload.searchParams.set('directory', profiles);
  return { NODE_OPTIONS: `--import=${preload.href}` };
}

async function compileBench(signal: AbortSignal): Promise<void> {
  const compiler = [repositoryPath('node_modules/typescript/bin/tsc'), '-p', repositoryPath('bench/tsconfig.json')];
  const { exitCode, output } = await runProgram(process.execPath, compiler, { cwd: repositoryRoot, signal });
  if (exitCode !== 0) throw new ClearError(`${output.trim()}\nThe bench does not compile: the lines above say why.`);
}

/** @returns the exit code of bench/src/main.ts */
async function bench(step: 'prepare' | 'measure', suite: Suite, words: readonly string[], signal: AbortSignal): Promise<number> {
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
    key_secret: readOrMakeSecrets(directory).keySecret,
    admin: { program: repositoryPath('apps/admin/dist/main.js'), environment: suite.environment },
    processes: suite.instances.flatMap(({ name, service, pid, url }) => (pid === undefined ? [] : [{ name, service, pid, url }])),
  };
}
