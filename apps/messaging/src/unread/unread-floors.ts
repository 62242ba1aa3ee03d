/** Behind by more than this, somebody is far behind. */
const FAR = 200_000;
const STEPS = [100_000, 400_000];

/**
 * Ids above which to look for the newest unread messages, one after the other until enough are found; the last is 0. Whoever is far behind in
 * many channels would have all that came since read and sorted, only for the newest of it.
 */
export function unreadFloors(newestId: number, oldestMark: number): number[] {
  if (newestId - oldestMark <= FAR) return [0];
  return [...STEPS.map((step) => newestId - step).filter((floor) => floor > oldestMark), 0];
}
