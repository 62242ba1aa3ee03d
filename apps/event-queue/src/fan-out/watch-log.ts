import { Inject, Injectable } from '@nestjs/common';
import { LogReader } from '@parley/event-log';
import { MAX_WRITE_SECONDS } from '@parley/persistence';
import { CompareHeads } from './compare-heads.js';
import { FanOutMetrics } from './fan-out-metrics.js';

/** The time of an event is when its transaction began. Each look overlaps with the last one by more than most transactions take. */
const OVERLAP_SECONDS = 3;
/** One look in this many also finds the events of the longest transactions. */
const LOOKS_PER_WIDE_LOOK = 15;
const WIDE_SECONDS = MAX_WRITE_SECONDS + 30;

/**
 * Looks for events whose wake-up was lost: compares the organizations in which something was written since the last look, and those that
 * were behind. So the cost of a look grows with what was written recently, not with the number of organizations.
 */
@Injectable()
export class WatchLog {
  private looks = 0;
  private lookedAt: number | null = null;
  private incarnation: string | null | undefined;

  constructor(
    @Inject(CompareHeads) private readonly heads: Pick<CompareHeads, 'behind' | 'execute'>,
    private readonly log: LogReader,
    private readonly metrics: FanOutMetrics,
  ) {}

  /** Returns whether PostgreSQL was restored, or a standby promoted, since the last look. Then every log may have changed. */
  async look(buckets: readonly number[], runsHere: (organizationId: number) => boolean): Promise<boolean> {
    const beganAt = performance.now();
    const { organizationIds, sampleIncarnation } = await this.log.recentlyWritten(buckets, this.secondsToLookBack(beganAt));
    await this.heads.execute([...new Set([...this.heads.behind(runsHere), ...organizationIds.filter(runsHere)])]);
    const wasRestored = this.incarnation !== undefined && this.incarnation !== sampleIncarnation;
    this.incarnation = sampleIncarnation;
    this.lookedAt = beganAt;
    this.looks += 1;
    this.metrics.lookedAt.setToCurrentTime();
    return wasRestored;
  }

  private secondsToLookBack(now: number): number {
    if (this.lookedAt === null) return WIDE_SECONDS;
    const atLeast = this.looks % LOOKS_PER_WIDE_LOOK === 0 ? WIDE_SECONDS : 0;
    return Math.max(atLeast, (now - this.lookedAt) / 1000 + OVERLAP_SECONDS);
  }
}
