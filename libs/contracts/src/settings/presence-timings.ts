/** How often clients report, how long a report counts, and how others hear of it. */
export interface PresenceTimings {
  /** server_presence_ping_interval_seconds */
  readonly pingIntervalSeconds: number;
  /** server_presence_offline_threshold_seconds: online is who was active less than this ago. */
  readonly offlineThresholdSeconds: number;
  /** Whoever comes online is told of by an event at once; else by the answers to the next reports only. */
  readonly isAnnounced: boolean;
}

const PING_INTERVAL_SECONDS = 60;
const OFFLINE_THRESHOLD_SECONDS = 140;
/** Up to this many people clients report every minute, and hear at once of whoever comes online. */
const PEOPLE_PER_INTERVAL = 1_000;

/**
 * Each report is answered with everybody who reported since the last one, so at a fixed interval what each client reads would grow with the
 * number of people, and the whole with its square. The interval grows with the organization instead: beyond 1,000 people a client reads
 * the same number of bytes a minute however many there are, and no event goes to everybody for each who comes online.
 * `people`: active humans of the organization.
 */
export function presenceTimings(people: number): PresenceTimings {
  const factor = Math.max(1, Math.ceil(people / PEOPLE_PER_INTERVAL));
  return {
    pingIntervalSeconds: PING_INTERVAL_SECONDS * factor,
    offlineThresholdSeconds: OFFLINE_THRESHOLD_SECONDS * factor,
    isAnnounced: factor === 1,
  };
}
