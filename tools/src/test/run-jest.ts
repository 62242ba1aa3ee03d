import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { type Tally, tallyJestRun } from './tally.js';

export interface JestRun {
  /** A project of jest.config.mjs. */
  readonly project: string;
  readonly paths: readonly string[];
  readonly workers: number;
  readonly environment: Readonly<Record<string, string>>;
  /** File for standard output: the logs of services inside the tests. Default: this terminal, as for Jest's own output. */
  readonly logFile?: string;
  /** Collects all output and prints it at the end, so that it does not mix with that of another run. */
  readonly isQuiet?: boolean;
  readonly reportFile: string;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** Runs one Jest project with its output on this terminal. It is ended at its deadline. */
export async function runJest(run: JestRun): Promise<Tally> {
  mkdirSync(dirname(run.reportFile), { recursive: true });
  rmSync(run.reportFile, { force: true });
  return tallyJestRun(run.reportFile, await exitCodeOf(run));
}

/** Whether a project has test files with these paths. Jest prints more than their names. */
export async function hasTests(project: string, paths: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [...jest(project), '--listTests', '--', ...paths], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let listed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    listed += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', () => resolve(listed.split('\n').some((line) => line.endsWith('.ts')))));
}

function exitCodeOf(run: JestRun): Promise<number | undefined> {
  const args = [
    ...jest(run.project),
    '--ci',
    `--maxWorkers=${run.workers}`,
    '--json',
    `--outputFile=${run.reportFile}`,
    '--',
    ...run.paths,
  ];
  return new Promise((resolve) => {
    const log = run.logFile === undefined ? undefined : openSync(run.logFile, 'w');
    const terminal = run.isQuiet === true ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, args, {
      cwd: repositoryRoot,
      env: { ...process.env, ...run.environment },
      stdio: ['ignore', log ?? terminal, terminal],
    });
    if (log !== undefined) closeSync(log);
    const collected: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => collected.push(chunk));
    const end = (): void => void child.kill('SIGKILL');
    let tookTooLong = false;
    const deadline = setTimeout(() => {
      tookTooLong = true;
      end();
    }, run.deadlineMs);
    run.signal.addEventListener('abort', end, { once: true });
    child.once('close', (code) => {
      clearTimeout(deadline);
      run.signal.removeEventListener('abort', end);
      process.stderr.write(Buffer.concat(collected));
      resolve(tookTooLong ? undefined : (code ?? 1));
    });
  });
}

function jest(project: string): string[] {
  return [
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    repositoryPath('node_modules/jest/bin/jest.js'),
    '--selectProjects',
    project,
  ];
}
