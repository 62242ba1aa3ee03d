const DEADLINE_MS = 15_000;
const PAUSE_MS = 50;

/**
 * What other services do after a change is there a moment later, and time passes: the first value that is so, else the last one. `pauseMs`: between
 * two reads, where reading has an effect.
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
