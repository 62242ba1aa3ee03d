import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FairGate, type Requester } from '@parley/runtime';
import type { PasswordQuestion } from './guess-estimate.js';
import type { PasswordVerdict } from './password-worker.js';

/** Wall-clock time of one estimate. It takes up to a second, but the machine may be busy. */
const DEADLINE_MS = 30_000;
const IDLE_MS = 60_000;
const MAX_HEAP_MB = 256;
/** Passwords of all organizations that wait for the thread: about as many as it estimates within the time that a client waits. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 5_000;

interface Asked {
  readonly resolve: (isStrong: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Estimates how many guesses a password takes, in a thread: the dictionaries take 36 MB, and an estimate takes up to a second. The thread
 * starts with a password and ends after a minute without one. It gets one password at a time, so that a late estimate only fails itself, and of
 * organizations in turns.
 */
@Injectable()
export class PasswordGuesses implements OnModuleDestroy {
  private worker: Worker | undefined;
  /** Ends the thread: if the current estimate is late, or after the last one. */
  private timer: NodeJS.Timeout | undefined;
  private current: Asked | undefined;
  private readonly gate = new FairGate({ atOnce: 1, perOrganization: 1, perPerson: 1, maxWaiting: MAX_WAITING });
  private isStopped = false;
  /** Time without a password after which the thread ends. Shorter in tests. */
  protected readonly idleMs: number = IDLE_MS;
  /** Time after which a password that waits is refused. Longer in tests. */
  protected readonly maxWaitMs: number = MAX_WAIT_MS;

  get hasThread(): boolean {
    return this.worker !== undefined;
  }

  /**
   * Whether the password takes at least this many guesses. `by`: whose turn it takes.
   * @throws ApiError SERVICE_UNAVAILABLE while too many passwords wait, or another error if the thread fails
   */
  withstands(question: PasswordQuestion, by: Requester): Promise<boolean> {
    return this.gate.run(by, () => this.estimate(question), { deadlineAt: Date.now() + this.maxWaitMs });
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    this.end('was stopped');
  }

  /** The program of the thread. Another one in tests. */
  protected program(): string | URL {
    return workerFile();
  }

  /** One at a time. */
  private estimate(question: PasswordQuestion): Promise<boolean> {
    clearTimeout(this.timer);
    if (this.isStopped) return Promise.reject(problemOf('was stopped'));
    return new Promise((resolve, reject) => {
      this.worker ??= this.start();
      this.current = { resolve, reject };
      this.timer = setTimeout(() => this.end('took too long'), DEADLINE_MS);
      this.worker.postMessage(question);
    });
  }

  private start(): Worker {
    // It gets no environment, because it needs none and the environment contains secrets.
    const worker = new Worker(this.program(), {
      name: 'password',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    worker.unref();
    // A thread that was replaced may still report something.
    const end = (problem: string) => {
      if (this.worker === worker) this.end(problem);
    };
    worker.on('message', (verdict: PasswordVerdict) => {
      if (this.worker === worker) this.settle(verdict);
    });
    worker.on('error', () => end('failed'));
    worker.on('exit', () => end('ended'));
    return worker;
  }

  private settle({ isStrong }: PasswordVerdict): void {
    const asked = this.current;
    this.current = undefined;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end('is not needed'), this.idleMs).unref();
    if (isStrong === undefined) asked?.reject(new Error('the strength of a password could not be estimated'));
    else asked?.resolve(isStrong);
  }

  /** Rejects the current question. The next one starts another thread. */
  private end(problem: string): void {
    clearTimeout(this.timer);
    void this.worker?.terminate();
    this.worker = undefined;
    this.current?.reject(problemOf(problem));
    this.current = undefined;
  }
}

function problemOf(problem: string): Error {
  return new Error(`the thread that estimates passwords ${problem}`);
}

/** The thread is beside the bundle of the service. Tests run from the sources, and use the built file. */
function workerFile(): string {
  const beside = fileURLToPath(new URL('./password-worker.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/password-worker.js', import.meta.url));
}
