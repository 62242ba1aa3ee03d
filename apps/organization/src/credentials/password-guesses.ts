import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import type { PasswordQuestion } from './guess-estimate.js';
import type { PasswordVerdict } from './password-worker.js';

/** Wall-clock time of one estimate. It takes up to a second, but the machine may be busy. */
const DEADLINE_MS = 30_000;
const IDLE_MS = 60_000;
const MAX_HEAP_MB = 256;
/** Passwords of all organizations that wait for the thread: about as many as it estimates within the time that a client waits. */
const MAX_WAITING = 200;

interface Asked {
  readonly question: PasswordQuestion;
  readonly resolve: (isStrong: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Estimates how many guesses a password takes, in a thread: the dictionaries take 36 MB, and an estimate takes up to a second. The thread
 * starts with a password and ends after a minute without one. It gets one password at a time, so that a late estimate only fails itself.
 */
@Injectable()
export class PasswordGuesses implements OnModuleDestroy {
  private worker: Worker | undefined;
  /** Ends the thread: if the current estimate is late, or after the last one. */
  private timer: NodeJS.Timeout | undefined;
  private current: Asked | undefined;
  private readonly waiting: Asked[] = [];
  /** Time without a password after which the thread ends. Shorter in tests. */
  protected readonly idleMs: number = IDLE_MS;

  get hasThread(): boolean {
    return this.worker !== undefined;
  }

  /**
   * Whether the password takes at least this many guesses. `known`: words about the person.
   * @throws ApiError SERVICE_UNAVAILABLE while too many passwords wait, or another error if the thread fails
   */
  withstands(password: string, known: readonly string[], minGuesses: number): Promise<boolean> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(apiErrors.unavailable());
    return new Promise((resolve, reject) => {
      this.waiting.push({ question: { password, known, minGuesses }, resolve, reject });
      this.postNext();
    });
  }

  onModuleDestroy(): void {
    for (const { reject } of this.waiting.splice(0)) reject(problemOf('was stopped'));
    this.end('was stopped');
  }

  /** The program of the thread. Another one in tests. */
  protected program(): string | URL {
    return workerFile();
  }

  /** Does nothing while the thread estimates a password. */
  private postNext(): void {
    if (this.current !== undefined) return;
    clearTimeout(this.timer);
    const next = this.waiting.shift();
    if (next === undefined) {
      if (this.hasThread) this.timer = setTimeout(() => this.end('is not needed'), this.idleMs).unref();
      return;
    }
    try {
      this.worker ??= this.start();
    } catch (error) {
      next.reject(error);
      this.postNext();
      return;
    }
    this.current = next;
    this.timer = setTimeout(() => this.end('took too long'), DEADLINE_MS);
    this.worker.postMessage(next.question);
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
    if (isStrong === undefined) asked?.reject(new Error('the strength of a password could not be estimated'));
    else asked?.resolve(isStrong);
    this.postNext();
  }

  /** Rejects the current question. The next one starts another thread. */
  private end(problem: string): void {
    void this.worker?.terminate();
    this.worker = undefined;
    this.current?.reject(problemOf(problem));
    this.current = undefined;
    this.postNext();
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
