import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TEST_CALLER_SECRET } from '@parley/testing';

/** The process as it is built, because only a process of its own can be killed. */
const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Processes of the service that a test starts and kills. */
export class OwnProcesses {
  private readonly started = new Set<ChildProcess>();

  /** `env`: with the addresses of the stores. */
  start(env: Readonly<Record<string, string>>): ChildProcess {
    const given = { PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent', ...env };
    const started = spawn(process.execPath, [PROGRAM], { env: given, stdio: 'ignore' });
    this.started.add(started);
    return started;
  }

  async kill(started: ChildProcess): Promise<void> {
    const ended = once(started, 'exit');
    started.kill('SIGKILL');
    await ended;
  }

  killAll(): void {
    for (const each of this.started) each.kill('SIGKILL');
  }
}
