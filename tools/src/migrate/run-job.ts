import { join } from 'node:path';
import { runProgram } from '../supervise/run-program.js';
import { ClearError } from '../terminal/clear-error.js';

/**
 * Runs the migration job of a checkout as a deployment does: as a process of its own, with the passwords in its environment.
 * @throws ClearError with what it printed
 */
export async function runJob(checkout: string, databaseUrl: string, passwords: Readonly<Record<string, string>>): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', ...passwords, DATABASE_URL: databaseUrl };
  const { exitCode, output } = await runProgram(process.execPath, [join(checkout, 'tools/dist/migrate/main.js')], { cwd: checkout, env });
  if (exitCode !== 0) throw new ClearError(`The migration job of ${checkout} failed: ${output.trim()}`);
  return output.trim();
}
