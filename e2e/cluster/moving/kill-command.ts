import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { repositoryPath } from '../../../tools/src/repository.js';

/** Runs a command of the operator, and kills it when its output has this text. Returns what it printed. */
export async function killCommandAt(environment: NodeJS.ProcessEnv, argv: readonly string[], text: string): Promise<string> {
  const env = { ...environment, INSTANCE: 'admin', LOG_LEVEL: 'silent' };
  const command = spawn(process.execPath, [repositoryPath('apps/admin/dist/main.js'), ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes(text)) command.kill('SIGKILL');
  };
  command.stdout.on('data', collect);
  command.stderr.on('data', collect);
  await once(command, 'close');
  return output;
}
