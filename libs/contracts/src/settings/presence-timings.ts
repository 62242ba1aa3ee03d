/** Intervals of reports, their validity, and whether others are notified. */
export interface PresenceTimings {
  /** server_presence_ping_interval_seconds */
  readonly pingIntervalSeconds: number;
  /** server_presence_offline_threshold_seconds: users are online if they were active less than this ago. */
  readonly offlineThresholdSeconds: number;
  /** Whether an event announces at once that a user came online; otherwise only the responses to the next reports do. */
  readonly isAnnounced: boolean;
}

const PING_INTERVAL_SECONDS = 60;
const OFFLINE_THRESHOLD_SECONDS = 140;
/** In organizations of at most this many users, clients report every minute, and receive events when users come online. */
const PEOPLE_PER_INTERVAL = 1_000;

/**
 * Each response lists all users who reported since the last one, so with a fixed interval the bytes per client would grow with the
 * number of users, and the total with its square. Instead the interval grows with the organization: beyond 1,000 users a client reads
 * a constant number of bytes a minute, and there are no events when users come online.
 * `people`: number of active human users of the organization.
 */
export function presenceTimings(people: number): PresenceTimings {
  const factor = Math.max(1, Math.ceil(people / PEOPLE_PER_INTERVAL));
  return {
    pingIntervalSeconds: PING_INTERVAL_SECONDS * factor,
    offlineThresholdSeconds: OFFLINE_THRESHOLD_SECONDS * factor,
    isAnnounced: factor === 1,
  };
}
