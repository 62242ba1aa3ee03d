import { Injectable } from '@nestjs/common';
import { LogReader } from '@parley/event-log';
import { Runtime } from '@parley/runtime';
import { QueueStore } from '../queues/queue-store.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { OrganizationPumps } from './organization-pumps.js';
import { WakeGateways } from './wake-gateways.js';

/**
 * Compares the heads of the log with the cursors: finds what wake-ups missed, notices that Redis went back, and ends the queues of an
 * organization whose log can no longer be followed.
 */
@Injectable()
export class CompareHeads {
  private organizations: readonly number[] = [];

  constructor(
    private readonly store: QueueStore,
    private readonly log: LogReader,
    private readonly pumps: OrganizationPumps,
    private readonly gateways: WakeGateways,
    private readonly metrics: FanOutMetrics,
    private readonly runtime: Runtime,
  ) {}

  /** Every organization there is, as of the last look. */
  get known(): readonly number[] {
    return this.organizations;
  }

  /** True: there are organizations that this look did not know yet. */
  async execute(runsHere: (organizationId: number) => boolean): Promise<boolean> {
    const here = this.organizations.filter(runsHere);
    const believed = here.map((organizationId) => this.pumps.believedSeq(organizationId));
    // Cursors first, heads after: a cursor can then be past the head only if the log went back.
    const cursors = await Promise.all(here.map((organizationId) => this.store.cursor(organizationId)));
    const heads = await this.log.heads();
    let furthestBehind = 0;
    for (const [place, organizationId] of here.entries()) {
      const seq = cursors[place]?.seq ?? null;
      const head = heads.get(organizationId) ?? 0;
      if (seq === null || wentBack(seq, believed[place] ?? null)) this.pumps.forget(organizationId);
      if (seq === null) continue;
      furthestBehind = Math.max(furthestBehind, head - seq);
      await this.follow(organizationId, seq, head);
    }
    this.metrics.lagEvents.set(furthestBehind);
    const isNew = heads.size > this.organizations.length;
    this.organizations = [...heads.keys()];
    return isNew;
  }

  private async follow(organizationId: number, seq: number, head: number): Promise<void> {
    if (seq > head) await this.reset(organizationId, seq, 'the cursor is past the head of the log');
    else if (seq < head && (await this.outlivedLog(organizationId, seq)))
      await this.reset(organizationId, seq, 'the log no longer reaches back to the cursor');
    else if (seq < head) this.pumps.of(organizationId).poke(head);
  }

  /** Fan-out stood still for longer than the log is kept: what comes next is gone, and so is every queue that could want it. */
  private async outlivedLog(organizationId: number, seq: number): Promise<boolean> {
    if (this.pumps.believedSeq(organizationId) !== null) return false;
    const [next] = await this.log.after(organizationId, seq, 1);
    return next !== undefined && next.seq > seq + 1;
  }

  private async reset(organizationId: number, seq: number, reason: string): Promise<void> {
    this.pumps.forget(organizationId);
    const waiters = await this.store.reset(organizationId, seq);
    if (waiters === null) return;
    this.metrics.resets.inc();
    this.runtime.logger.error({ organizationId, seq, reason }, 'ended all queues of an organization: clients register again');
    this.gateways.wake(organizationId, waiters);
  }
}

/** Redis was rolled back under this replica. */
function wentBack(seq: number, believed: number | null): boolean {
  return believed !== null && seq < believed;
}
