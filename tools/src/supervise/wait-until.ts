import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for a condition with a deadline, checking it every few milliseconds.
 * @returns whether the condition held before the deadline
 */
export async function waitUntil(condition: () => boolean | Promise<boolean>, deadlineMs: number, everyMs = 40): Promise<boolean> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    if (await condition()) return true;
    if (Date.now() >= end) return false;
    await delay(everyMs);
  }
}
