import { setTimeout as delay } from 'node:timers/promises';

const STEP_MS = 5;

/** Waits until `holds` gives a true value, which it returns. @throws after `deadlineMs`, naming what was awaited. */
export async function eventually<T>(
  what: string,
  holds: () => Promise<T> | T,
  deadlineMs = 20_000,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const value = await holds();
    if (value) return value as Exclude<T, false | null | undefined>;
    if (Date.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain: ${what}`);
    await delay(STEP_MS);
  }
}
