import { dirname } from 'node:path';
import { type RecordedProcess, readRecord } from '../../tools/src/suite/suite-record.js';
import { isReady } from '../../tools/src/supervise/is-ready.js';
import { type ProcessIdentity, signalProcess } from '../../tools/src/supervise/process-identity.js';
import { waitUntil } from '../../tools/src/supervise/wait-until.js';

const DEADLINE_MS = 60_000;

/** The processes of the running suite. Its supervisor, which is another process, restarts those that end. */
export class KillTargets {
  private readonly directory = dirname(process.env.PARLEY_DEMO_JSON ?? '');

  /** Kills a process with SIGKILL. `isBack` resolves when its successor is ready. */
  kill(name: string): { readonly isBack: Promise<void> } {
    return this.end(name, 'SIGKILL');
  }

  /** Asks a process to stop, like a rolling update. `isBack` resolves when its successor is ready. */
  restart(name: string): { readonly isBack: Promise<void> } {
    return this.end(name, 'SIGTERM');
  }

  /** Resolves when every process is ready. */
  async untilAllReady(): Promise<void> {
    const areReady = async (): Promise<boolean> =>
      (await Promise.all(this.all().map(({ readyUrl }) => isReady(readyUrl)))).every((ready) => ready);
    if (!(await waitUntil(areReady, DEADLINE_MS))) throw new Error('not all processes are ready');
  }

  private end(name: string, signal: 'SIGKILL' | 'SIGTERM'): { readonly isBack: Promise<void> } {
    const { identity } = this.named(name);
    if (identity === undefined || !signalProcess(identity, signal)) throw new Error(`${name} does not run`);
    return { isBack: this.untilReplaced(name, identity) };
  }

  private async untilReplaced(name: string, killed: ProcessIdentity): Promise<void> {
    const isBack = async (): Promise<boolean> => {
      const { identity, readyUrl } = this.named(name);
      return identity !== undefined && identity.pid !== killed.pid && (await isReady(readyUrl));
    };
    if (!(await waitUntil(isBack, DEADLINE_MS))) throw new Error(`${name} did not come back`);
  }

  private all(): readonly RecordedProcess[] {
    return readRecord(this.directory)?.processes ?? [];
  }

  private named(name: string): RecordedProcess {
    const found = this.all().find((each) => each.name === name);
    if (found === undefined) throw new Error(`the suite runs no ${name}`);
    return found;
  }
}
