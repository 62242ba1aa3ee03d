import type { Requester } from '@parley/runtime';

/** The longest Retry-After that is sent. */
const MAX_SECONDS = 120;

/** How many clients were assigned to one second, by organization and person. */
type Assignments = Map<Requester['organizationId'], Map<Requester['personId'], number>>;

/**
 * Assigns Retry-After seconds to refused registrations: to each the first second in which it can be served. A second has room for as many
 * as can be served in it. Its organizations have equal shares, and the people of an organization have equal parts of its share, as in the
 * queue. So a crowd of one organization returns as fast as it can be served, and does not delay the others.
 */
export class RetryAfterScheduler {
  /** Keys are seconds since the epoch. At most MAX_SECONDS entries. */
  private readonly assigned = new Map<number, Assignments>();

  constructor(private readonly random: () => number = Math.random) {}

  /** Seconds from now: from 1 to MAX_SECONDS. A random one if none of them has room. */
  next(servedPerSecond: number, requester: Requester): number {
    const now = Math.floor(Date.now() / 1000);
    for (const second of this.assigned.keys()) if (second <= now) this.assigned.delete(second);
    for (let seconds = 1; seconds <= MAX_SECONDS; seconds += 1) {
      const assigned: Assignments = this.assigned.get(now + seconds) ?? new Map();
      if (!hasRoom(assigned, servedPerSecond, requester)) continue;
      assign(assigned, requester);
      this.assigned.set(now + seconds, assigned);
      return seconds;
    }
    return 1 + Math.floor(this.random() * MAX_SECONDS);
  }
}

/** A second without assignments has room, however slow the work is. */
function hasRoom(assigned: Assignments, servedPerSecond: number, { organizationId, personId }: Requester): boolean {
  if (assigned.size === 0) return true;
  const people = assigned.get(organizationId);
  const organizations = assigned.size + (people === undefined ? 1 : 0);
  const own = people?.get(personId) ?? 0;
  const sharers = (people?.size ?? 0) + (own === 0 ? 1 : 0);
  return (own + 1) * sharers * organizations <= servedPerSecond;
}

function assign(assigned: Assignments, { organizationId, personId }: Requester): void {
  const people = assigned.get(organizationId) ?? new Map<Requester['personId'], number>();
  people.set(personId, (people.get(personId) ?? 0) + 1);
  assigned.set(organizationId, people);
}
