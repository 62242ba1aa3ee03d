const shortestMs = 200;
const longestMs = 10_000;
/** A process that lived this long had not failed to start: its next failure is the first again. */
const steadyAfterMs = 30_000;

/** How long to wait before starting a process again. Doubles with each failure in a row, up to ten seconds. */
export function restartDelayMs(failuresInARow: number): number {
  return Math.min(longestMs, shortestMs * 2 ** Math.max(0, failuresInARow - 1));
}

/** @returns how many failures in a row there are, now that a process which had lived for `livedMs` failed */
export function countFailure(failuresBefore: number, livedMs: number): number {
  return livedMs >= steadyAfterMs ? 1 : failuresBefore + 1;
}
