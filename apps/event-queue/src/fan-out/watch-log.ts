import { Inject, Injectable } from '@nestjs/common';
import type { Lane } from '@parley/contracts/event-queue';
import { LogReader, LookBack } from '@parley/event-log';
import { CompareHeads } from './compare-heads.js';
import { FanOutMetrics } from './fan-out-metrics.js';

/**
 * Looks for events whose wake-up was lost: compares the organizations in which something was written since the last look, and those that
 * were behind. So the cost of a look grows with what was written recently, not with the number of organizations.
 */
@Injectable()
export class WatchLog {
  private readonly lookBack = new LookBack();
  private incarnation: string | null | undefined;

  constructor(
    @Inject(CompareHeads) private readonly heads: Pick<CompareHeads, 'behind' | 'execute'>,
    private readonly log: LogReader,
    private readonly metrics: FanOutMetrics,
  ) {}

  /**
   * Returns whether PostgreSQL was restored, or a standby promoted, since the last look. Then every log may have changed.
   * @param lanesHere the lanes of an organization that run here
   */
  async look(
    buckets: readonly number[],
    runsHere: (lane: Lane) => boolean,
    lanesHere: (organizationId: number) => readonly Lane[] = (organizationId) => [organizationId].filter(runsHere),
  ): Promise<boolean> {
    const beganAt = performance.now();
    const { organizationIds, sampleIncarnation } = await this.log.recentlyWritten(buckets, this.lookBack.seconds(beganAt));
    await this.heads.execute([...new Set([...this.heads.behind(runsHere), ...organizationIds.flatMap(lanesHere)])]);
    const wasRestored = this.incarnation !== undefined && this.incarnation !== sampleIncarnation;
    this.incarnation = sampleIncarnation;
    this.lookBack.succeeded(beganAt);
    this.metrics.lookedAt.setToCurrentTime();
    return wasRestored;
  }
}
