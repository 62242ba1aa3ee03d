const DEADLINE_MS = 15_000;
const PAUSE_MS = 50;

/** What other services do after a change is there a moment later: the first value that is so, else the last one. */
export async function eventually<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const value = await read();
    if (isThere(value) || Date.now() > deadline) return value;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
