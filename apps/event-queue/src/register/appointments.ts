/** Nobody is asked to wait longer. */
const MOST_SECONDS = 120;

/**
 * When those who are sent away come again: each in the first second for which not so many were told to come as can be served in it. A crowd that
 * came at once so comes back as fast as it can be served, and hardly anybody is sent away twice.
 */
export class Appointments {
  /** How many were told to come, by second since 1970. At most MOST_SECONDS entries. */
  private readonly told = new Map<number, number>();

  constructor(private readonly random: () => number = Math.random) {}

  /** Seconds from now: at least 1, at most MOST_SECONDS. When all of these are taken, any of them. */
  next(servedPerSecond: number): number {
    const now = Math.floor(Date.now() / 1000);
    for (const second of this.told.keys()) if (second <= now) this.told.delete(second);
    for (let seconds = 1; seconds <= MOST_SECONDS; seconds += 1) {
      const told = this.told.get(now + seconds) ?? 0;
      if (told > 0 && told + 1 > servedPerSecond) continue;
      this.told.set(now + seconds, told + 1);
      return seconds;
    }
    return 1 + Math.floor(this.random() * MOST_SECONDS);
  }
}
