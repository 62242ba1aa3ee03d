import { dirname } from 'node:path';
import { repositoryPath } from '../../../tools/src/repository.js';
import { recordedEnvironment } from '../../../tools/src/suite/recorded-environment.js';
import { runProgram } from '../../../tools/src/supervise/run-program.js';

/** Runs an operator command against the running suite. */
export function operate<T>(...words: readonly string[]): Promise<T> {
  return operateIn(dirname(process.env.PARLEY_DEMO_JSON ?? ''), ...words);
}

/** Runs an operator command against the suite of a directory. */
export async function operateIn<T>(directory: string, ...words: readonly string[]): Promise<T> {
  const environment = recordedEnvironment(directory);
  const { exitCode, output } = await runProgram(process.execPath, [repositoryPath('apps/admin/dist/main.js'), ...words, '--json'], {
    env: { ...environment, INSTANCE: 'admin', LOG_LEVEL: 'silent' },
  });
  if (exitCode !== 0) throw new Error(`${words[0]} failed: ${output}`);
  return JSON.parse(output);
}
