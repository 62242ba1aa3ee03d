import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { NumberedQuestion, NumberedVerdict } from './password-worker.js';

/** Wall-clock time. An estimate takes up to a second, but the machine may be busy. */
const DEADLINE_MS = 30_000;
const IDLE_MS = 60_000;
const MAX_HEAP_MB = 256;

interface Waiting {
  readonly resolve: (isStrong: boolean) => void;
  readonly reject: (error: Error) => void;
  readonly deadline: NodeJS.Timeout;
}

/**
 * Estimates how many guesses a password takes, in a thread: the dictionaries take 36 MB, and an estimate takes up to a second. The thread
 * starts with a password and ends after a minute without one.
 */
@Injectable()
export class PasswordGuesses implements OnModuleDestroy {
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;
  /** Time without a password after which the thread ends. Shorter in tests. */
  protected readonly idleMs: number = IDLE_MS;

  get hasThread(): boolean {
    return this.worker !== undefined;
  }

  /** Whether the password takes at least this many guesses. `known`: words about the person. @throws if the thread fails */
  withstands(password: string, known: readonly string[], minGuesses: number): Promise<boolean> {
    clearTimeout(this.idle);
    this.worker ??= this.start();
    const { worker } = this;
    this.count += 1;
    const number = this.count;
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => this.end(worker, 'took too long'), DEADLINE_MS);
      this.waiting.set(number, { resolve, reject, deadline });
      worker.postMessage({ number, password, known, minGuesses } satisfies NumberedQuestion);
    });
  }

  onModuleDestroy(): void {
    if (this.worker !== undefined) this.end(this.worker, 'was stopped');
  }

  private start(): Worker {
    // It gets no environment, because it needs none and the environment contains secrets.
    const worker = new Worker(workerFile(), {
      name: 'password',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    worker.unref();
    worker.on('message', (verdict: NumberedVerdict) => this.settle(verdict));
    worker.on('error', () => this.end(worker, 'failed'));
    worker.on('exit', () => this.end(worker, 'ended'));
    return worker;
  }

  private settle({ number, isStrong }: NumberedVerdict): void {
    const waiting = this.waiting.get(number);
    this.waiting.delete(number);
    clearTimeout(waiting?.deadline);
    if (isStrong === undefined) waiting?.reject(new Error('the strength of a password could not be estimated'));
    else waiting?.resolve(isStrong);
    if (this.waiting.size > 0) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.onModuleDestroy(), this.idleMs).unref();
  }

  /** The next password starts another thread. */
  private end(worker: Worker, problem: string): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    clearTimeout(this.idle);
    void worker.terminate();
    for (const { reject, deadline } of this.waiting.values()) {
      clearTimeout(deadline);
      reject(new Error(`the thread that estimates passwords ${problem}`));
    }
    this.waiting.clear();
  }
}

/** The thread is beside the bundle of the service. Tests run from the sources, and use the built file. */
function workerFile(): string {
  const beside = fileURLToPath(new URL('./password-worker.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/password-worker.js', import.meta.url));
}
