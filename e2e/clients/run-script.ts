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
  /** Default: less than a minute. */
  readonly deadlineMs?: number;
}

/** The absolute path of a file in the repository. */
export function fileAt(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The code blocks of a language in a Markdown file. */
export function blocksOf(path: string, language: string): string[] {
  return [...readFileSync(fileAt(path), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, block]) =>
    name === language && block !== undefined ? [block] : [],
  );
}

/** A running program. */
export interface RunningScript {
  /** A missing program ends with 127. */
  readonly ended: Promise<ScriptRun>;
  /** Ends it and its child processes. */
  kill(): Promise<void>;
}

export function startScript(program: string, args: readonly string[], options: ScriptOptions = {}): RunningScript {
  const child = begin(program, args, options);
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<ScriptRun>((resolve) => {
    child.once('error', () => resolve({ exitCode: 127, output, errors }));
    child.once('close', (exitCode) => resolve({ exitCode, output, errors }));
  });
  return {
    ended,
    kill: async () => {
      endGroup(child);
      await ended;
    },
  };
}

/** Runs a program to its end, or to its deadline: the errors tell which. */
export async function runScript(program: string, args: readonly string[], options: ScriptOptions = {}): Promise<ScriptRun> {
  const { deadlineMs = DEADLINE_MS } = options;
  const script = startScript(program, args, options);
  let note = '';
  const deadline = setTimeout(() => {
    note = `\n${program} was ended after ${deadlineMs / 1_000} seconds.\n`;
    void script.kill();
  }, deadlineMs);
  const { exitCode, output, errors } = await script.ended.finally(() => clearTimeout(deadline));
  return { exitCode, output, errors: errors + note };
}

/** Runs a program while `work` runs. */
export async function whileRunning<T>(
  program: string,
  args: readonly string[],
  options: ScriptOptions,
  work: () => Promise<T>,
): Promise<T> {
  const script = startScript(program, args, options);
  return work().finally(() => script.kill());
}

/** In its own process group, so that child processes of a shell script end with it. */
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
