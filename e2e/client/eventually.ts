const DEADLINE_MS = 15_000;
const PAUSE_MS = 50;

/**
 * Reads repeatedly, because other services react to a change a moment later. Returns the first value that satisfies the condition, or the
 * last one after the deadline. `pauseMs` is the time between two reads, if reading has an effect.
 */
export async function eventually<T>(
  read: () => Promise<T>,
  isThere: (value: T) => boolean,
  { deadlineMs = DEADLINE_MS, pauseMs = PAUSE_MS }: { deadlineMs?: number; pauseMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const value = await read();
    if (isThere(value) || Date.now() > deadline) return value;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
