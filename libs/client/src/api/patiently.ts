import { isTemporary } from './api-error.js';
import { Backoff, type BackoffOptions, pause } from './backoff.js';

/** Repeats a request that may be repeated until it is answered. Undefined when the signal was aborted. @throws ApiError for a refusal */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal, options: BackoffOptions = {}): Promise<T | undefined> {
  const backoff = new Backoff(options);
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!isTemporary(error)) throw error;
      await pause(backoff.after(error), signal);
    }
  }
  return undefined;
}
