/** A larger distance from the newest message is searched in steps. */
const MAX_SINGLE_SEARCH = 200_000;
const STEPS = [100_000, 400_000];

/**
 * Ids above which to search for the newest unread messages, one after the other until enough are found; the last is 0. For a user who is
 * far behind in many channels, a single search would read and sort everything since, only to keep the newest.
 */
export function unreadFloors(newestId: number, oldestWatermark: number): number[] {
  if (newestId - oldestWatermark <= MAX_SINGLE_SEARCH) return [0];
  return [...STEPS.map((step) => newestId - step).filter((floor) => floor > oldestWatermark), 0];
}
