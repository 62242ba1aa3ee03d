import { setTimeout as delay } from 'node:timers/promises';
import type { ApiAnswer } from '../client/actor.js';
import { NoAnswer } from '../client/http.js';

/** Timeout of one attempt. */
export const TRY_TIMEOUT_MS = 10_000;
const RETRY_MS = 100;
/** Longer than any outage that the tests cause. */
const GIVE_UP_MS = 60_000;

export interface Answered<T> {
  readonly answer: ApiAnswer<T>;
  /** An earlier attempt had no answer, or an inconclusive one: it may have been carried out. */
  readonly mayBeRepeated: boolean;
}

/** Repeats a request until there is an answer other than "not now". Undefined if it gave up. */
export async function askUntilAnswered<T>(ask: () => Promise<ApiAnswer<T>>): Promise<Answered<T> | undefined> {
  const deadline = Date.now() + GIVE_UP_MS;
  let mayBeRepeated = false;
  while (Date.now() < deadline) {
    try {
      const answer = await ask();
      if (answer.status !== 503 && answer.status !== 429) return { answer, mayBeRepeated };
      mayBeRepeated ||= answer.status === 503;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      mayBeRepeated = true;
    }
    await delay(RETRY_MS);
  }
  return undefined;
}
