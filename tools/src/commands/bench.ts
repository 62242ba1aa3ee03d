// npm run bench [-- --quick] [--pooled] [--only users-me,send] [--compare <file>] [--profile send-100]: measures a separate suite, with stores as durable as in production.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { benchProgram, compileBench, runBench } from '../bench/bench-program.js';
import { ensureBrowser } from '../browser/ensure-browser.js';
import { buildProjects } from '../build/build-projects.js';
import { ensureProgram, PGBOUNCER } from '../programs/ensure-program.js';
import { repositoryPath, repositoryRoot } from '../repository.js';
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

await runCommand(async () => {
  const { quick, pooled, only, compare, profile } = readOptions(
    { command: 'npm run bench', args: process.argv.slice(2), environment: process.env },
    {
      quick: { type: 'boolean', default: false },
      pooled: { type: 'boolean', default: false },
      only: { type: 'string' },
      compare: { type: 'string' },
      profile: { type: 'string' },
    },
  );
  if (process.platform !== 'linux') throw new ClearError('The bench runs on Linux only: it reads processor time from /proc.');
  const words = [
    ...(quick ? ['--quick'] : []),
    ...(only === undefined ? [] : ['--only', only]),
    ...(compare === undefined ? [] : ['--compare', compare]),
    ...(profile === undefined ? [] : ['--profile', profile, '--profiles', profiles]),
  ];
  const signal = onInterruption();
  if (only?.split(',').includes('web')) words.push('--browser', await findChromium(signal));
  await prepareOrganizations(words, signal);
  // Again, because services may keep what they read before the organizations were filled.
  const environment = profile === undefined ? {} : profiledEnvironment();
  const pooler = pooled ? await findPooler(signal) : undefined;
  const suite = await Suite.start({ directory, environment, pooler, progress: terminalProgress(), signal });
  try {
    return await runBench('measure', suite, words, signal);
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
  const code = await runBench('prepare', suite, words, signal).finally(() => suite.stop());
  if (code === 0) return;
  rmSync(directory, { recursive: true, force: true });
  throw new ClearError('The organizations could not be prepared: the lines above say why.');
}

/** The scenario `web` runs the web app in it. */
async function findChromium(signal: AbortSignal): Promise<string> {
  const found = await ensureBrowser({ report: (line) => console.error(line), signal });
  if ('path' in found) return found.path;
  throw new ClearError(`There is no Chromium: ${found.missingBecause}.`);
}

/** PgBouncer, to measure what it costs. */
async function findPooler(signal: AbortSignal): Promise<string> {
  const found = await ensureProgram(PGBOUNCER, { report: (line) => console.error(line), signal });
  if ('path' in found) return found.path;
  throw new ClearError(`There is no PgBouncer: ${found.missingBecause}.`);
}

/** Each service loads what begins and ends a profile. */
function profiledEnvironment() {
  mkdirSync(profiles, { recursive: true });
  const preload = pathToFileURL(repositoryPath('bench/dist/profile/preload.js'));
  preload.searchParams.set('directory', profiles);
  return { NODE_OPTIONS: `--import=${preload.href}` };
}
