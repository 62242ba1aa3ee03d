import { Injectable } from '@nestjs/common';
import { type LogPosition, LogReader } from '@parley/event-log';
import type { Cursor } from '../queues/append-step.js';
import { QueueStore } from '../queues/queue-store.js';
import { EndQueues } from './end-queues.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { OrganizationFanOuts } from './organization-fan-outs.js';

/**
 * Compares the heads of the log with the cursors. Finds events whose wake-up was lost, notices that Redis or PostgreSQL was rolled back,
 * and ends the queues of an organization whose log can no longer be followed.
 */
@Injectable()
export class CompareHeads {
  private organizations: readonly number[] = [];

  constructor(
    private readonly store: QueueStore,
    private readonly log: LogReader,
    private readonly fanOuts: OrganizationFanOuts,
    private readonly endQueues: EndQueues,
    private readonly metrics: FanOutMetrics,
  ) {}

  /** All organizations, as of the last check. */
  get known(): readonly number[] {
    return this.organizations;
  }

  /** Returns whether there are organizations that earlier checks did not know. */
  async execute(runsHere: (organizationId: number) => boolean): Promise<boolean> {
    const here = this.organizations.filter(runsHere);
    const cachedCursor = here.map((organizationId) => this.fanOuts.cachedCursor(organizationId));
    // Read the cursors first, then the heads: then a cursor can be past the head only if the log was rolled back.
    const cursors = await Promise.all(here.map((organizationId) => this.store.cursor(organizationId)));
    const heads = await this.log.heads();
    let furthestBehind = 0;
    for (const [index, organizationId] of here.entries()) {
      const cursor = cursors[index] ?? null;
      const head = heads.get(organizationId);
      if (cursor === null || regressed(cursor, cachedCursor[index] ?? null)) this.fanOuts.invalidate(organizationId);
      if (cursor === null) continue;
      if (head?.incarnation === cursor.incarnation) furthestBehind = Math.max(furthestBehind, head.seq - cursor.seq);
      await this.follow(organizationId, cursor, head);
    }
    this.metrics.lagEvents.set(furthestBehind);
    const isNew = heads.size > this.organizations.length;
    this.organizations = [...heads.keys()];
    return isNew;
  }

  private async follow(organizationId: number, cursor: Cursor, head: LogPosition | undefined): Promise<void> {
    if (head?.incarnation !== cursor.incarnation) await this.endQueues.ofOtherIncarnation(organizationId, cursor, head?.incarnation);
    else if (cursor.seq > head.seq) await this.endQueues.execute(organizationId, cursor, 'the cursor is past the head of the log');
    else if (cursor.seq < head.seq && (await this.outlivedLog(organizationId, cursor.seq)))
      await this.endQueues.execute(organizationId, cursor, 'the log no longer reaches back to the cursor');
    else if (cursor.seq < head.seq) this.fanOuts.of(organizationId).notify(head.seq);
  }

  /** Fan-out stood still for longer than the log is kept. The next events are gone, but so is every queue that would need them. */
  private async outlivedLog(organizationId: number, seq: number): Promise<boolean> {
    if (this.fanOuts.cachedCursor(organizationId) !== null) return false;
    const [next] = await this.log.after(organizationId, seq, 1);
    return next !== undefined && next.seq > seq + 1;
  }
}

/** Redis was rolled back while this replica ran, or another replica started over with another incarnation of the log. */
function regressed(cursor: Cursor, cachedCursor: Cursor | null): boolean {
  return cachedCursor !== null && (cursor.seq < cachedCursor.seq || cursor.incarnation !== cachedCursor.incarnation);
}
