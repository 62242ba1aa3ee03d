import { existsSync } from 'node:fs';
import { runProgram } from '../supervise/run-program.js';

/** The names of a program in package managers. */
export interface Installable {
  readonly aptPackage: string;
  readonly brewPackage: string;
}

/** A way to install programs on this machine. */
export interface Installer {
  readonly title: string;
  /** Whether it may ask for a password, so that it needs the terminal. */
  readonly needsTerminal: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** Each a program with its arguments, to be run in order. */
  readonly commands: (missing: readonly Installable[]) => readonly (readonly [string, ...string[]])[];
}

/** Facts about the machine that decide how programs can be installed. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  readonly hasTerminal: boolean;
  readonly hasFile: (path: string) => boolean;
  /** Whether the command can be run and succeeds. */
  readonly succeeds: (command: string, args: readonly string[]) => Promise<boolean>;
}

export const thisMachine: Machine = {
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  hasTerminal: process.stdin.isTTY === true,
  hasFile: existsSync,
  succeeds: async (command, args) => (await runProgram(command, args)).exitCode === 0,
};

/** Homebrew on macOS, apt-get as root or with sudo. undefined if there is neither, or it may not be used. */
export async function findInstaller(machine: Machine): Promise<Installer | undefined> {
  if (machine.platform === 'darwin') {
    const brew = ['/opt/homebrew/bin/brew', '/usr/local/bin/brew'].find(machine.hasFile);
    return brew === undefined ? undefined : homebrew(brew);
  }
  if (!machine.hasFile('/usr/bin/apt-get')) return undefined;
  if (machine.isRoot) return apt([], false);
  if (await machine.succeeds('sudo', ['-n', 'true'])) return apt(['sudo', '-n'], false);
  if (machine.hasTerminal && (await machine.succeeds('sudo', ['--version']))) return apt(['sudo'], true);
  return undefined;
}

function homebrew(brew: string): Installer {
  return {
    title: 'Homebrew',
    needsTerminal: false,
    environment: { HOMEBREW_NO_ANALYTICS: '1' },
    commands: (missing) => [[brew, 'install', '--quiet', ...missing.map((program) => program.brewPackage)]],
  };
}

function apt(elevate: readonly string[], needsTerminal: boolean): Installer {
  const asRoot = (...command: [string, ...string[]]): [string, ...string[]] => {
    const [first = command[0], ...rest] = [...elevate, ...command];
    return [first, ...rest];
  };
  return {
    title: elevate.length > 0 ? 'apt-get and sudo' : 'apt-get',
    needsTerminal,
    environment: {},
    commands: (missing) => [
      asRoot('apt-get', 'update', '-qq'),
      asRoot(
        ...(['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=300'] as const),
        ...['install', '-y', '-qq', '--no-install-recommends'],
        ...missing.map((program) => program.aptPackage),
      ),
    ],
  };
}
