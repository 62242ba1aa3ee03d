import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ClearError } from '../terminal/clear-error.js';
import { explainEnd } from './explain-end.js';
import { isReady } from './is-ready.js';
import { launch } from './launch.js';
import { identityOf, type ProcessIdentity } from './process-identity.js';
import type { ProcessPlan } from './process-plan.js';
import { countFailure, restartDelayMs } from './restart-delay.js';
import { waitUntil } from './wait-until.js';

/** Number of ends before it was ever ready that count as "cannot start". After that it is restarted without limit. */
const earlyEndsAllowed = 3;

/**
 * Keeps one process running: it is restarted after any end, with a delay that grows with consecutive failures.
 * At most one such process lives at any moment, and none after `stop` has resolved.
 */
export class SupervisedProcess {
  private child: ChildProcess | undefined;
  private startedIdentity: ProcessIdentity | undefined;
  private wanted = false;
  private startedAt = 0;
  private failuresInARow = 0;
  private wasReady = false;
  private earlyEnds = 0;
  private restartTimer: NodeJS.Timeout | undefined;

  /** @param onChange called whenever a process starts or ends */
  constructor(
    readonly plan: ProcessPlan,
    private readonly onChange: () => void = () => undefined,
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get identity(): ProcessIdentity | undefined {
    return this.child === undefined ? undefined : this.startedIdentity;
  }

  /**
   * Resolves when the process is ready.
   * @throws ClearError if it does not start; it is then stopped
   */
  async start(): Promise<void> {
    if (!this.wanted) {
      this.wanted = true;
      this.wasReady = false;
      this.earlyEnds = 0;
      this.failuresInARow = 0;
      this.begin();
    }
    await this.untilReady(this.plan.readyDeadlineMs);
    this.wasReady = true;
  }

  /** Resolves when the process, or its successor after a restart, is ready. */
  async untilReady(deadlineMs: number): Promise<void> {
    const settled = await waitUntil(
      async () => !this.wanted || this.cannotStart || (this.child !== undefined && (await isReady(this.plan.readyUrl))),
      deadlineMs,
    );
    if (settled && this.wanted && !this.cannotStart) return;
    if (!this.wanted) throw new ClearError(`${this.plan.name} was stopped while it was starting.`);
    const reason = settled
      ? explainEnd(this.plan)
      : `${this.plan.name} was not ready after ${Math.round(deadlineMs / 1000)} s (log: ${this.plan.logFile}).`;
    if (this.cannotStart) await this.stop();
    throw new ClearError(reason);
  }

  /** Kills the process. It is restarted as after any crash. Resolves when the killed process is gone. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Requests the process to end, kills it after its deadline, and does not restart it. */
  async stop(): Promise<void> {
    this.wanted = false;
    clearTimeout(this.restartTimer);
    const { child } = this;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill(this.plan.stopSignal);
      const deadline = setTimeout(() => child.kill('SIGKILL'), this.plan.stopDeadlineMs);
      await gone;
      clearTimeout(deadline);
    }
  }

  private get cannotStart(): boolean {
    return !this.wasReady && this.earlyEnds >= earlyEndsAllowed;
  }

  private begin(): void {
    const child = launch(this.plan);
    this.child = child;
    killAtExit(child);
    this.startedAt = Date.now();
    this.startedIdentity = child.pid === undefined ? undefined : identityOf(child.pid);
    child.once('error', (error) => {
      // The program could not be started at all, so there will be no exit event.
      if (child.pid === undefined) this.ended(child, error.message);
    });
    child.once('exit', () => this.ended(child));
    this.onChange();
  }

  private ended(child: ChildProcess, failure?: string): void {
    if (this.child !== child) return;
    this.child = undefined;
    this.earlyEnds += 1;
    this.failuresInARow = failure === undefined ? countFailure(this.failuresInARow, Date.now() - this.startedAt) : earlyEndsAllowed;
    if (this.wanted) this.restartTimer = setTimeout(() => this.wanted && this.begin(), restartDelayMs(this.failuresInARow));
    this.onChange();
  }
}

const living = new Set<ChildProcess>();

/** The last resort if the supervisor ends without stopping its processes: none may be left. */
function killAtExit(child: ChildProcess): void {
  if (living.size === 0) process.on('exit', killLiving);
  living.add(child);
  child.once('exit', () => {
    living.delete(child);
    if (living.size === 0) process.off('exit', killLiving);
  });
}

function killLiving(): void {
  for (const child of living) child.kill('SIGKILL');
}
