import { ApiError } from './api-error.js';

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

export interface BackoffOptions {
  readonly firstMs?: number;
  readonly longestMs?: number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** How long to wait after failures: longer after each, different for each client, and never less than the server asked for. */
export class Backoff {
  private failures = 0;

  constructor(private readonly options: BackoffOptions = {}) {}

  /** After a success. */
  reset(): void {
    this.failures = 0;
  }

  /** Milliseconds to wait after this failure. */
  after(error: unknown): number {
    const { firstMs = FIRST_MS, longestMs = LONGEST_MS, random = Math.random } = this.options;
    const ceiling = Math.min(longestMs, firstMs * 2 ** this.failures);
    this.failures += 1;
    const wait = ceiling * (0.5 + random() / 2);
    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    // Clients that are told the same time would all come back at it.
    return asked === 0 ? wait : Math.max(wait, asked * (1 + random() / 4));
  }
}

/** Ends after this time, or as soon as the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
