import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';

const WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 20;

/** Repeats `look` until its result is as expected. If it times out, the error contains the last result. */
export async function expectSoon<T>(look: () => Promise<T>, expected: unknown): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  for (;;) {
    const seen = await look();
    try {
      return expect(seen).toEqual(expected);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(LOOK_EVERY_MS);
    }
  }
}
