import { dirname } from 'node:path';
import { recordedEnvironment } from '../../tools/src/suite/recorded-environment.js';
import { fileAt, runScript } from './run-script.js';

/** Runs a command of the operator against the tested suite. Returns its JSON output. */
export async function operate(...argv: readonly string[]): Promise<unknown> {
  const environment = { ...recordedEnvironment(dirname(process.env.PARLEY_DEMO_JSON ?? '')), LOG_LEVEL: 'silent' };
  const { exitCode, output, errors } = await runScript(process.execPath, [fileAt('apps/admin/dist/main.js'), ...argv, '--json'], {
    environment,
  });
  if (exitCode !== 0) throw new Error(`${argv.join(' ')}: ${errors}`);
  return JSON.parse(output);
}
