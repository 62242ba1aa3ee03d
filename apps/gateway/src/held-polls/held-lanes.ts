import { type Lane, laneOf, organizationOf, parseLane, placeOf } from '@parley/contracts/event-queue';

/** Lanes of organizations that have several. */
export class HeldLanes {
  private readonly lanes: ReadonlySet<Lane>;
  /** By organization, the numbers of lanes that occur: two while the number changes. */
  private readonly counts = new Map<number, Set<number>>();

  constructor(lanes: Iterable<Lane>) {
    this.lanes = new Set(lanes);
    for (const lane of this.lanes) {
      const organizationId = organizationOf(lane);
      const counts = this.counts.get(organizationId) ?? new Set();
      this.counts.set(organizationId, counts.add(placeOf(lane).lanes));
    }
  }

  static parse(texts: readonly string[] = []): HeldLanes {
    return new HeldLanes(texts.map(parseLane));
  }

  /** Null if no lane of the organization is known. While the number changes, the person's queue may be in a lane of either number. */
  covers(organizationId: number, userId: number): boolean | null {
    const counts = this.counts.get(organizationId);
    return counts === undefined ? null : [...counts].every((count) => this.lanes.has(laneOf(organizationId, count, userId)));
  }

  mayServe(organizationId: number, userId: number): boolean {
    const counts = this.counts.get(organizationId);
    return counts !== undefined && [...counts].some((count) => this.lanes.has(laneOf(organizationId, count, userId)));
  }

  without(others: HeldLanes): HeldLanes {
    return new HeldLanes([...this.lanes].filter((lane) => !others.lanes.has(lane)));
  }

  with(others: HeldLanes): HeldLanes {
    return others.isEmpty ? this : new HeldLanes([...this.lanes, ...others.lanes]);
  }

  get isEmpty(): boolean {
    return this.lanes.size === 0;
  }
}
