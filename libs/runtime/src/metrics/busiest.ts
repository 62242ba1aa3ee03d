/** Counts of more keys than this are not kept within one window: the busiest are among the first ones seen. */
const MAX_KEYS = 10_000;

/** Counts by key, in windows. Shows the largest counts of the last whole window, so that its size is bounded however many keys there are. */
export class Busiest {
  private counts = new Map<number, number>();
  private shown: readonly (readonly [number, number])[] = [];
  private windowEndsAt: number;

  constructor(
    private readonly shownKeys: number,
    private readonly windowMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.windowEndsAt = now() + windowMs;
  }

  count(key: number): void {
    this.turn();
    const known = this.counts.get(key);
    if (known !== undefined || this.counts.size < MAX_KEYS) this.counts.set(key, (known ?? 0) + 1);
  }

  /** Keys with their counts, the largest first. */
  ofLastWindow(): readonly (readonly [number, number])[] {
    this.turn();
    return this.shown;
  }

  private turn(): void {
    const now = this.now();
    if (now < this.windowEndsAt) return;
    const isRecent = now < this.windowEndsAt + this.windowMs;
    this.shown = isRecent ? [...this.counts].sort(([, a], [, b]) => b - a).slice(0, this.shownKeys) : [];
    this.counts = new Map();
    this.windowEndsAt = now + this.windowMs;
  }
}
