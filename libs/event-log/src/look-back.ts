import { MAX_WRITE_SECONDS } from '@parley/persistence';

/** The time of an event is when its transaction began. Each look overlaps with the last one by more than most transactions take. */
const OVERLAP_SECONDS = 3;
/** One look in this many also finds the events of the longest transactions. */
const LOOKS_PER_WIDE_LOOK = 15;
const WIDE_SECONDS = MAX_WRITE_SECONDS + 30;

/** How far a regular look at the log (`LogReader.recentlyWritten`) must look back, so that it misses no event for long. */
export class LookBack {
  private looks = 0;
  private lookedAt: number | null = null;

  /** Of a look that begins now. `now`: of `performance.now()`. */
  seconds(now: number): number {
    if (this.lookedAt === null) return WIDE_SECONDS;
    const atLeast = this.looks % LOOKS_PER_WIDE_LOOK === 0 ? WIDE_SECONDS : 0;
    return Math.max(atLeast, (now - this.lookedAt) / 1000 + OVERLAP_SECONDS);
  }

  /** A look that began then has found what it should. After a failure, the next one looks back further. */
  succeeded(beganAt: number): void {
    this.lookedAt = beganAt;
    this.looks += 1;
  }
}
