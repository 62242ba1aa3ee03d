/** An organization gives this many in its turn: polls of one organization in one call share the text of their events. */
const PER_TURN = 25;

/** Things that wait, first come, first served within each organization. Organizations take turns, so a large one delays no small one. */
export class OrganizationTurns<T> {
  /** In the order of turns. No list is empty. */
  private readonly waiting = new Map<number, T[]>();

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  add(organizationId: number, item: T): void {
    const items = this.waiting.get(organizationId);
    if (items === undefined) this.waiting.set(organizationId, [item]);
    else items.push(item);
  }

  addAll(others: OrganizationTurns<T>): void {
    for (const [organizationId, items] of others.waiting) for (const item of items) this.add(organizationId, item);
  }

  /** Removes up to `count` that are wanted. Those that are not wanted are dropped on the way. */
  take(count: number, isWanted: (item: T) => boolean): T[] {
    const taken: T[] = [];
    for (const [organizationId, items] of this.waiting) {
      if (taken.length >= count) break;
      const turn = items.splice(0, Math.min(PER_TURN, count - taken.length));
      this.waiting.delete(organizationId);
      // The loop meets the organization again, after all others.
      if (items.length > 0) this.waiting.set(organizationId, items);
      taken.push(...turn.filter(isWanted));
    }
    return taken;
  }
}
