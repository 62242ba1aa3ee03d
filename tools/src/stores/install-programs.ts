import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runProgram } from '../supervise/run-program.js';
import { ClearError, fullDiskSentence, isDiskFull } from '../terminal/clear-error.js';
import { findProgram } from './find-program.js';
import { type StoreName, type StoreProgram, storePrograms } from './store-programs.js';

export type ProgramPaths = Readonly<Record<StoreName, string>>;

/**
 * Finds the server programs, and installs those that are missing with the system's package manager.
 * @param report one short line per installation
 * @returns the binary of each requested store
 * @throws ClearError saying what to install, where this machine does not let us
 */
export async function ensurePrograms<Name extends StoreName>(
  names: readonly Name[],
  report: (line: string) => void,
): Promise<Readonly<Record<Name, string>>> {
  const programs = names.map((name) => storePrograms[name]);
  const missing = (await search(programs)).filter(({ found }) => !found).map(({ program }) => program);
  if (missing.length > 0) await install(missing, report);

  const paths: Partial<Record<StoreName, string>> = {};
  for (const { program, found, tooOld } of await search(programs)) {
    if (!found) throw new ClearError(stillMissingSentence(program, tooOld));
    paths[program.store] = found.path;
  }
  return paths as Record<Name, string>;
}

async function search(programs: readonly StoreProgram[]) {
  return Promise.all(programs.map(async (program) => ({ program, ...(await findProgram(program)) })));
}

async function install(missing: readonly StoreProgram[], report: (line: string) => void): Promise<void> {
  const installer = await findInstaller();
  if (!installer) throw new ClearError(installByHandSentence(missing));
  report(`installing ${missing.map(({ title }) => title).join(', ')} with ${installer.title}`);
  for (const [command, ...args] of installer.commands(missing)) {
    if (command === undefined) continue;
    const run = installer.asksForPassword ? await runOnTerminal(command, args) : await runProgram(command, args, { env: installer.env });
    if (isDiskFull(run.output)) throw new ClearError(fullDiskSentence());
    if (run.exitCode !== 0) {
      throw new ClearError(
        `${installer.title} could not install the missing programs (${lastLine(run.output)}). ${installByHandSentence(missing)}`,
      );
    }
  }
}

interface Installer {
  readonly title: string;
  readonly asksForPassword: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly commands: (missing: readonly StoreProgram[]) => string[][];
}

async function findInstaller(): Promise<Installer | undefined> {
  if (process.platform === 'darwin') {
    const brew = ['/opt/homebrew/bin/brew', '/usr/local/bin/brew'].find((path) => existsSync(path));
    if (!brew) return undefined;
    const commands = (missing: readonly StoreProgram[]) => [[brew, 'install', '--quiet', ...missing.map((program) => program.brewPackage)]];
    return { title: 'Homebrew', asksForPassword: false, env: { ...process.env, HOMEBREW_NO_ANALYTICS: '1' }, commands };
  }
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  const elevate = await waysToBecomeRoot();
  if (!elevate) return undefined;
  return {
    title: elevate.prefix.length > 0 ? 'apt-get and sudo' : 'apt-get',
    asksForPassword: elevate.asksForPassword,
    env: process.env,
    commands: (missing) => [
      [...elevate.prefix, 'apt-get', 'update', '-qq'],
      [
        ...elevate.prefix,
        'env',
        'DEBIAN_FRONTEND=noninteractive',
        'apt-get',
        ...['-o', 'DPkg::Lock::Timeout=300'],
        ...['install', '-y', '-qq', '--no-install-recommends'],
        ...missing.map((program) => program.aptPackage),
      ],
    ],
  };
}

async function waysToBecomeRoot(): Promise<{ prefix: string[]; asksForPassword: boolean } | undefined> {
  if (process.getuid?.() === 0) return { prefix: [], asksForPassword: false };
  if ((await runProgram('sudo', ['-n', 'true'])).exitCode === 0) return { prefix: ['sudo', '-n'], asksForPassword: false };
  const hasSudo = (await runProgram('sudo', ['--version'])).exitCode === 0;
  return hasSudo && process.stdin.isTTY ? { prefix: ['sudo'], asksForPassword: true } : undefined;
}

/** Leaves the terminal to the program, so that sudo can ask for the password. */
function runOnTerminal(command: string, args: readonly string[]): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.once('error', (error) => resolve({ exitCode: 127, output: error.message }));
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output: 'its output is above' }));
  });
}

function installByHandSentence(missing: readonly StoreProgram[]): string {
  const wanted = missing.map(({ title, minimumMajor }) => `${title} ${minimumMajor} or newer`).join(', ');
  return `Please install ${wanted} (Debian and Ubuntu: sudo apt-get install ${missing.map((program) => program.aptPackage).join(' ')}; macOS: brew install ${missing.map((program) => program.brewPackage).join(' ')}), then run the command again.`;
}

function stillMissingSentence(program: StoreProgram, tooOld: readonly number[]): string {
  const seen = tooOld.length > 0 ? `version ${tooOld.join(', ')} is installed` : `${program.binary} was not found`;
  return `Parley needs ${program.title} ${program.minimumMajor} or newer, but ${seen}: install a newer one, then run the command again.`;
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
