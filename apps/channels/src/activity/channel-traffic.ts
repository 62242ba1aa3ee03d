const DAY_MS = 24 * 3600 * 1000;
export const ACTIVE_DAYS = 180;
/** Younger channels have no estimate. */
const FIRST_ESTIMATE_DAYS = 7;
const WEEK_DAYS = 7;
/** An estimate looks back this far. */
export const TRAFFIC_DAYS = 28;

/** Whether clients show it among the active channels: it is new, or has a message from the last 180 days. */
export function isRecentlyActive(createdAt: Date, lastMessageAt: Date | null, now: Date): boolean {
  const newest = Math.max(createdAt.getTime(), lastMessageAt?.getTime() ?? 0);
  return now.getTime() - newest < ACTIVE_DAYS * DAY_MS;
}

/** Messages per week, to two significant digits. `messages`: number of the last TRAFFIC_DAYS. Null if the channel is too young. */
export function weeklyTraffic(createdAt: Date, messages: number, now: Date): number | null {
  const ageDays = Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS);
  if (ageDays < FIRST_ESTIMATE_DAYS) return null;
  return twoDigits(Math.floor((messages * WEEK_DAYS) / Math.min(ageDays, TRAFFIC_DAYS)));
}

function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
