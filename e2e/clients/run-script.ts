import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DEADLINE_MS = 50_000;

export interface ScriptRun {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface ScriptOptions {
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A path of the repository. */
export function fileAt(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The code blocks of a language in a Markdown file. */
export function blocksOf(path: string, language: string): string[] {
  return [...readFileSync(fileAt(path), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, block]) =>
    name === language && block !== undefined ? [block] : [],
  );
}

/** Runs a program to its end. One that is not there ends with 127. */
export function runScript(program: string, args: readonly string[], options: ScriptOptions = {}): Promise<ScriptRun> {
  const child = begin(program, args, options);
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve) => {
    const deadline = setTimeout(() => endGroup(child), DEADLINE_MS);
    const end = (exitCode: number | null): void => {
      clearTimeout(deadline);
      resolve({ exitCode, output, errors });
    };
    child.once('error', () => end(127));
    child.once('close', end);
  });
}

/** Runs a program for as long as some work takes. */
export async function whileRunning<T>(
  program: string,
  args: readonly string[],
  options: ScriptOptions,
  work: () => Promise<T>,
): Promise<T> {
  const child = begin(program, args, options);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdout?.resume();
  child.stderr?.resume();
  try {
    return await work();
  } finally {
    endGroup(child);
    await ended;
  }
}

/** In a group of its own, so that what a shell script started ends with it. */
function begin(program: string, args: readonly string[], { directory, environment }: ScriptOptions): ChildProcess {
  return spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    ...(directory === undefined ? {} : { cwd: directory }),
  });
}

function endGroup({ pid, exitCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
}
