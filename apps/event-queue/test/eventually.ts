import { setTimeout as delay } from 'node:timers/promises';

const STEP_MS = 5;

/** Waits until `holds` returns a truthy value, and returns that value. Throws after `deadlineMs`, with the text of `what`. */
export async function eventually<T>(
  what: string,
  holds: () => Promise<T> | T,
  deadlineMs = 20_000,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const value = await holds();
    if (value) return value as Exclude<T, false | null | undefined>;
    if (Date.now() > deadline) throw new Error(`not true after ${deadlineMs} ms: ${what}`);
    await delay(STEP_MS);
  }
}
