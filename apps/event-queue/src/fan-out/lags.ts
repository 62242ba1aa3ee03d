import type { Lane } from '@parley/contracts/event-queue';

interface Compared {
  /** Position up to which the lane was fanned out. */
  readonly cursor: number;
  /** Position of the newest event, which is after the cursor. */
  readonly head: number;
  /** Time at which the event after the cursor was logged; null if it is not known. */
  readonly nextAt: number | null;
}

interface Lag {
  readonly cursor: number;
  readonly events: number;
  /** Time at which the event after the cursor was logged, or at which a comparison first found it. */
  readonly since: number;
}

/** The lanes that were behind the log when they were last compared: by how many events, and since when. */
export class Lags {
  private readonly lags = new Map<Lane, Lag>();

  get lanes(): Lane[] {
    return [...this.lags.keys()];
  }

  /** While the cursor stays where it is, the event after it is the same. */
  keep(lane: Lane, { cursor, head, nextAt }: Compared, now = Date.now()): void {
    const before = this.lags.get(lane);
    const seenAt = before?.cursor === cursor ? before.since : now;
    this.lags.set(lane, { cursor, events: head - cursor, since: Math.min(seenAt, nextAt ?? seenAt) });
  }

  /** The event after the cursor of a lane that is behind was logged at this time. */
  nextLogged(lane: Lane, at: number): void {
    const lag = this.lags.get(lane);
    if (lag !== undefined) this.lags.set(lane, { ...lag, since: Math.min(lag.since, at) });
  }

  delete(lane: Lane): void {
    this.lags.delete(lane);
  }

  eventsOf(lane: Lane): number {
    return this.lags.get(lane)?.events ?? 0;
  }

  /** The largest number of events that a lane is behind. */
  get mostEvents(): number {
    return [...this.lags.values()].reduce((most, { events }) => Math.max(most, events), 0);
  }

  /** Age of the oldest event that is not fanned out; 0 if there is none. */
  oldestSeconds(now = Date.now()): number {
    return [...this.lags.values()].reduce((oldest, { since }) => Math.max(oldest, now - since), 0) / 1000;
  }
}
