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

/** On a busy machine a service that has just started may not answer in time. */
const TRIES = 4;
const NO_ANSWER = 'does not answer';

/** Creates the demo organizations if they do not exist. A run that was interrupted is repeated, because it goes on where it ended. @throws ClearError */
export async function seedDemo({ checkout, environment, demoFile, directory, logDirectory }: DemoSeed): Promise<void> {
  const command = [join(checkout, 'apps/admin/dist/main.js'), 'demo-seed', '--output', demoFile];
  const env = { ...environment, INSTANCE: 'admin', LOG_LEVEL: 'warn' };
  const run = () => runProgram(process.execPath, command, { cwd: checkout, env });
  let { exitCode, output } = await run();
  for (let tries = 1; tries < TRIES && exitCode !== 0 && output.includes(NO_ANSWER); tries += 1) ({ exitCode, output } = await run());
  if (isDiskFull(output)) throw new ClearError(fullDiskSentence(directory));
  if (exitCode === 0) return;
  const cause = output.trim() === '' ? `It ended with code ${exitCode} and said nothing.` : output.trim();
  throw new ClearError(`The demo organizations could not be created. The logs of the services are in ${logDirectory}.\n${cause}`);
}
