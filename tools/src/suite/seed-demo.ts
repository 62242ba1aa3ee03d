import { join } from 'node:path';
import { runProgram } from '../supervise/run-program.js';
import { ClearError, fullDiskSentence, isDiskFull } from '../terminal/clear-error.js';
import type { Environment } from './suite-environment.js';

export interface DemoSeed {
  /** The checkout whose built `apps/admin` runs. */
  readonly checkout: string;
  /** The environment of the services. */
  readonly environment: Environment;
  /** The file for its users, API keys and passwords. */
  readonly demoFile: string;
  readonly directory: string;
  readonly logDirectory: string;
}

/** Creates the demo organizations if they do not exist. @throws ClearError */
export async function seedDemo({ checkout, environment, demoFile, directory, logDirectory }: DemoSeed): Promise<void> {
  const command = [join(checkout, 'apps/admin/dist/main.js'), 'demo-seed', '--output', demoFile];
  const env = { ...environment, INSTANCE: 'admin', LOG_LEVEL: 'warn' };
  const { exitCode, output } = await runProgram(process.execPath, command, { cwd: checkout, env });
  if (isDiskFull(output)) throw new ClearError(fullDiskSentence(directory));
  if (exitCode === 0) return;
  const cause = output.trim() === '' ? `It ended with code ${exitCode} and said nothing.` : output.trim();
  throw new ClearError(`The demo organizations could not be created. The logs of the services are in ${logDirectory}.\n${cause}`);
}
