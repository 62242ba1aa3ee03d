const shortestMs = 200;
const longestMs = 10_000;
/** After this life time, the next failure counts as the first again. */
const steadyAfterMs = 30_000;

/** Delay before a process is started again. It doubles with each consecutive failure, up to ten seconds. */
export function restartDelayMs(failuresInARow: number): number {
  return Math.min(longestMs, shortestMs * 2 ** Math.max(0, failuresInARow - 1));
}

/** @returns the number of consecutive failures after a process failed that had lived for `livedMs` */
export function countFailure(failuresBefore: number, livedMs: number): number {
  return livedMs >= steadyAfterMs ? 1 : failuresBefore + 1;
}
