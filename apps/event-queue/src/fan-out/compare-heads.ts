import { Injectable } from '@nestjs/common';
import { type LogPosition, LogReader } from '@parley/event-log';
import type { Cursor } from '../queues/append-step.js';
import { QueueStore } from '../queues/queue-store.js';
import { EndQueues } from './end-queues.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { OrganizationFanOuts } from './organization-fan-outs.js';

/** Organizations that are compared with one query. */
const AT_ONCE = 500;

/**
 * Compares heads of the log with cursors. Finds events whose wake-up was lost, notices that Redis or PostgreSQL was rolled back, and ends
 * the queues of an organization whose log can no longer be followed.
 */
@Injectable()
export class CompareHeads {
  /** Organizations that were behind when they were last compared, with the number of their events. */
  private readonly lags = new Map<number, number>();
  /** Organizations that this process knows to be in the set of live ones. */
  private readonly noted = new Set<number>();

  constructor(
    private readonly store: QueueStore,
    private readonly log: LogReader,
    private readonly fanOuts: OrganizationFanOuts,
    private readonly endQueues: EndQueues,
    private readonly metrics: FanOutMetrics,
  ) {}

  /** Organizations to compare again, until they are no longer behind. */
  behind(runsHere: (organizationId: number) => boolean): number[] {
    for (const organizationId of this.lags.keys()) if (!runsHere(organizationId)) this.lags.delete(organizationId);
    return [...this.lags.keys()];
  }

  /** All organizations of these buckets that have queues and whose fan-out runs here. */
  async live(buckets: Iterable<number>, runsHere: (organizationId: number) => boolean): Promise<void> {
    for await (const page of this.store.live.of(buckets)) await this.execute(page.filter(runsHere));
  }

  async execute(organizationIds: readonly number[]): Promise<void> {
    for (let first = 0; first < organizationIds.length; first += AT_ONCE) await this.compare(organizationIds.slice(first, first + AT_ONCE));
    this.metrics.lagEvents.set([...this.lags.values()].reduce((most, lag) => Math.max(most, lag), 0));
  }

  /** Redis may have lost everything. */
  startOver(): void {
    this.noted.clear();
  }

  private async compare(organizationIds: readonly number[]): Promise<void> {
    const cachedCursor = organizationIds.map((organizationId) => this.fanOuts.cachedCursor(organizationId));
    // Read the cursors first, then the heads: then a cursor can be past the head only if the log was rolled back.
    const cursors = await Promise.all(organizationIds.map((organizationId) => this.store.cursor(organizationId)));
    const indexed = organizationIds.filter((_, index) => cursors[index] !== null);
    await this.note(indexed);
    const heads = indexed.length === 0 ? new Map<number, LogPosition>() : await this.log.heads(indexed);
    for (const [index, organizationId] of organizationIds.entries()) {
      const cursor = cursors[index] ?? null;
      if (cursor === null || regressed(cursor, cachedCursor[index] ?? null)) this.fanOuts.invalidate(organizationId);
      const head = heads.get(organizationId);
      this.keepLag(organizationId, cursor, head);
      if (cursor !== null) await this.follow(organizationId, cursor, head);
    }
  }

  private keepLag(organizationId: number, cursor: Cursor | null, head: LogPosition | undefined): void {
    const lag = cursor === null || head?.incarnation !== cursor.incarnation ? 0 : head.seq - cursor.seq;
    if (lag > 0) this.lags.set(organizationId, lag);
    else this.lags.delete(organizationId);
  }

  /** An index of an earlier release, or one whose entry Redis lost, is not among the live ones yet. */
  private async note(indexed: readonly number[]): Promise<void> {
    const fresh = indexed.filter((organizationId) => !this.noted.has(organizationId));
    await this.store.live.add(fresh);
    for (const organizationId of fresh) this.noted.add(organizationId);
  }

  private async follow(organizationId: number, cursor: Cursor, head: LogPosition | undefined): Promise<void> {
    if (head?.incarnation !== cursor.incarnation) await this.endQueues.ofOtherIncarnation(organizationId, cursor, head?.incarnation);
    else if (cursor.seq > head.seq) await this.endQueues.execute(organizationId, cursor, 'the cursor is past the head of the log');
    else if (cursor.seq < head.seq && (await this.outlivedLog(organizationId, cursor.seq)))
      await this.endQueues.execute(organizationId, cursor, 'the log no longer reaches back to the cursor');
    else if (cursor.seq < head.seq) this.fanOuts.of(organizationId).notify(head.seq);
  }

  /**
   * Whether the events after the cursor were deleted because of their age: fan-out stood still for longer than the log is kept, or the
   * cursor went back that far. Every queue that would need them has expired too. If the event at the cursor still exists, the log has a
   * gap instead, which fan-out never skips.
   */
  private async outlivedLog(organizationId: number, seq: number): Promise<boolean> {
    if (this.fanOuts.cachedCursor(organizationId) !== null) return false;
    const [next] = await this.log.after(organizationId, seq, 1);
    return next !== undefined && next.seq > seq + 1 && (await this.log.some(organizationId, [seq])).length === 0;
  }
}

/** Redis was rolled back while this replica ran, or another replica started over with another incarnation of the log. */
function regressed(cursor: Cursor, cachedCursor: Cursor | null): boolean {
  return cachedCursor !== null && (cursor.seq < cachedCursor.seq || cursor.incarnation !== cachedCursor.incarnation);
}
