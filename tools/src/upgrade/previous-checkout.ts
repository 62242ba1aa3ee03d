import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { runProgram } from '../supervise/run-program.js';
import { ClearError } from '../terminal/clear-error.js';
import type { Progress } from '../terminal/progress.js';

const versionFile = 'libs/testing/previous-version/version.json';

interface CheckoutOptions {
  /** A commit or tag. Default: the one that libs/testing/previous-version names. */
  readonly from?: string | undefined;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** The folder of checkouts. They are kept for the next run. */
  readonly folder?: string;
  /** The clone that has the commit. Default: this one. */
  readonly repository?: string;
}

export interface PreviousCheckout {
  readonly directory: string;
  readonly commit: string;
}

/**
 * The built sources of an earlier version, in a folder of their own with their own node modules.
 * @throws ClearError if the clone does not have the commit, or it cannot be built
 */
export async function previousCheckout(options: CheckoutOptions): Promise<PreviousCheckout> {
  const { progress, signal, folder = repositoryPath('.parley/upgrade'), repository = repositoryRoot } = options;
  const from = options.from ?? previousCommit();
  const commit = await commitOf(repository, from, options.from === undefined ? `${versionFile} names it` : '--from names it');
  const directory = join(folder, commit.slice(0, 12));
  const short = `version ${commit.slice(0, 8)}`;
  if (!existsSync(directory)) await progress.step(short, () => writeFiles(repository, commit, directory));
  // Installs its node modules if they are missing, and builds what is not built yet, as in any clone.
  await progress.step(`build of ${commit.slice(0, 8)}`, async () => {
    const build = [join(directory, 'tools/bootstrap.mjs'), 'build'];
    const { exitCode, output } = await runProgram(process.execPath, build, { cwd: directory, signal, env: ownEnvironment() });
    if (exitCode !== 0) throw new ClearError(`${output.trim()}\n${short} could not be built: the lines above say why.`);
  });
  return { directory, commit };
}

export function previousCommit(): string {
  const { commit }: { commit: string } = JSON.parse(readFileSync(repositoryPath(versionFile), 'utf8'));
  return commit;
}

async function commitOf(repository: string, name: string, why: string): Promise<string> {
  const { exitCode, output, stdout } = await git([
    '-C',
    repository,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${name}^{commit}`,
  ]);
  if (exitCode === 0) return stdout.trim();
  if (exitCode === 127)
    throw new ClearError(`git could not be started, and the sources of the earlier version are read with it: ${output.trim()}`);
  const { stdout: isShallow } = await git(['-C', repository, 'rev-parse', '--is-shallow-repository']);
  const advice =
    isShallow.trim() === 'true'
      ? 'This clone is shallow: fetch the whole history with git fetch --unshallow, or name another commit with --from.'
      : 'Fetch it, or name another commit with --from.';
  throw new ClearError(`This clone has no commit ${name} (${why}). ${advice}`);
}

/** Written beside it and renamed, so that an interrupted run leaves no half of it. Changes nothing in the repository. */
async function writeFiles(repository: string, commit: string, directory: string): Promise<void> {
  const half = `${directory}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  // A clone with the objects of this one, so that the folder is a checkout like any other.
  const clone = await git(['clone', '--quiet', '--shared', '--no-checkout', repository, half]);
  const checkout = clone.exitCode === 0 ? await git(['-C', half, 'checkout', '--quiet', '--detach', commit]) : clone;
  if (checkout.exitCode !== 0) throw new ClearError(`The files of ${commit} could not be written: ${checkout.output.trim()}`);
  renameSync(half, directory);
}

function git(args: readonly string[]) {
  return runProgram('git', args);
}

/** Without the variables that npm sets for scripts of this checkout. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/.test(name)));
}
