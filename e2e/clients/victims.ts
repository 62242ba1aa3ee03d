import { dirname } from 'node:path';
import { type RecordedProcess, readRecord } from '../../tools/src/suite/suite-record.js';
import { isReady } from '../../tools/src/supervise/is-ready.js';
import { type ProcessIdentity, signalProcess } from '../../tools/src/supervise/process-identity.js';
import { waitUntil } from '../../tools/src/supervise/wait-until.js';

const DEADLINE_MS = 30_000;

/** The processes of the running suite. Its supervisor, which is not this process, starts again what is killed. */
export class Victims {
  private readonly directory = dirname(process.env.PARLEY_DEMO_JSON ?? '');

  /** Kills one with SIGKILL. `isBack` resolves when its successor takes work. */
  kill(name: string): { readonly isBack: Promise<void> } {
    const { identity } = this.named(name);
    if (identity === undefined || !signalProcess(identity, 'SIGKILL')) throw new Error(`${name} does not run`);
    return { isBack: this.untilReplaced(name, identity) };
  }

  private async untilReplaced(name: string, killed: ProcessIdentity): Promise<void> {
    const isBack = async (): Promise<boolean> => {
      const { identity, readyUrl } = this.named(name);
      return identity !== undefined && identity.pid !== killed.pid && (await isReady(readyUrl));
    };
    if (!(await waitUntil(isBack, DEADLINE_MS))) throw new Error(`${name} did not come back`);
  }

  private named(name: string): RecordedProcess {
    const found = readRecord(this.directory)?.processes.find((each) => each.name === name);
    if (found === undefined) throw new Error(`the suite runs no ${name}`);
    return found;
  }
}
