import { spawn } from 'node:child_process';

export interface ProgramRun {
  readonly exitCode: number;
  /** Standard output and standard error, in order; the last line names the signal that ended the program, if any. */
  readonly output: string;
}

export interface CollectedRun extends ProgramRun {
  /** Standard output alone: programs also print warnings when they succeed. */
  readonly stdout: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly account?: Account | undefined;
  /** Aborting it ends the program. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the output while the program runs. */
  readonly onOutput?: (text: string) => void;
}

/** Another system account, for programs that refuse to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Runs a program until it exits. Never rejects for a non-zero exit; a program that cannot be started has exit code 127. */
export function runProgram(command: string, args: readonly string[], options: RunOptions = {}): Promise<CollectedRun> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: options.env ?? process.env,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.account ?? {}),
    });
    let output = '';
    let stdout = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      options.onOutput?.(chunk.toString());
    };
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      collect(chunk);
    });
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ exitCode: 127, output: `${output}${error.message}`, stdout }));
    child.once('close', (code, signal) =>
      resolve({ exitCode: code ?? 1, output: signal === null ? output : `${output}Ended by ${signal}.`, stdout }),
    );
  });
}
