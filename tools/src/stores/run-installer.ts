import { spawn } from 'node:child_process';
import { type ProgramRun, runProgram } from '../supervise/run-program.js';
import type { Installable, Installer } from './installer.js';

let earlier: Promise<unknown> = Promise.resolve();

/** Runs its commands in order, up to the first that fails. Package managers cannot run concurrently, so each run waits for the previous one. */
export function runInstaller(installer: Installer, missing: readonly Installable[], signal?: AbortSignal): Promise<ProgramRun> {
  const run = earlier.then(() => runCommands(installer, missing, signal));
  earlier = run;
  return run;
}

async function runCommands(installer: Installer, missing: readonly Installable[], signal?: AbortSignal): Promise<ProgramRun> {
  const env = { ...process.env, ...installer.environment };
  let last: ProgramRun = { exitCode: 0, output: '' };
  for (const [command, ...args] of installer.commands(missing)) {
    last = await (installer.needsTerminal ? runOnTerminal(command, args) : runProgram(command, args, { env, signal }));
    if (last.exitCode !== 0) break;
  }
  return last;
}

/** Gives the terminal to the program, so that sudo can ask for the password. */
function runOnTerminal(command: string, args: readonly string[]): Promise<ProgramRun> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.once('error', (error) => resolve({ exitCode: 127, output: error.message }));
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output: 'its output is above' }));
  });
}

/** The last output of a package manager explains a failure. */
export function lastLine({ output }: ProgramRun): string {
  return output.trim().split('\n').at(-1) ?? '';
}
