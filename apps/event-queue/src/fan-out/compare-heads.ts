import { Injectable } from '@nestjs/common';
import { type Lane, organizationOf, placeOf } from '@parley/contracts/event-queue';
import { type LogPosition, LogReader } from '@parley/event-log';
import type { Cursor } from '../queues/append-step.js';
import { QueueStore } from '../queues/queue-store.js';
import { EndQueues } from './end-queues.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { Lags } from './lags.js';
import { LaneFanOuts } from './lane-fan-outs.js';

/** Lanes that are compared with one query. */
const AT_ONCE = 500;

/**
 * Compares heads of the log with cursors. Finds events whose wake-up was lost, notices that Redis or PostgreSQL was rolled back, and ends
 * the queues of a lane whose log can no longer be followed.
 */
@Injectable()
export class CompareHeads {
  private readonly lags = new Lags();
  /** Lanes that this process knows to be in the set of live ones. */
  private readonly noted = new Set<Lane>();

  constructor(
    private readonly store: QueueStore,
    private readonly log: LogReader,
    private readonly fanOuts: LaneFanOuts,
    private readonly endQueues: EndQueues,
    private readonly metrics: FanOutMetrics,
  ) {}

  /** Lanes to compare again, until they are no longer behind. */
  behind(runsHere: (lane: Lane) => boolean): Lane[] {
    for (const lane of this.lags.lanes) if (!runsHere(lane)) this.lags.delete(lane);
    return this.lags.lanes;
  }

  /** All lanes of these buckets that have queues and whose fan-out runs here. */
  async live(buckets: Iterable<number>, runsHere: (lane: Lane) => boolean): Promise<void> {
    for await (const page of this.store.live.of(buckets)) await this.execute(page.filter(runsHere));
  }

  /** Returns the lanes whose cursors have a limit. */
  async execute(lanes: readonly Lane[]): Promise<Lane[]> {
    const limited: Lane[] = [];
    for (let first = 0; first < lanes.length; first += AT_ONCE) limited.push(...(await this.compare(lanes.slice(first, first + AT_ONCE))));
    this.metrics.lagEvents.set(this.lags.mostEvents);
    this.metrics.oldestSeconds.set(this.lags.oldestSeconds());
    this.measureLanes();
    return limited;
  }

  private measureLanes(): void {
    const most = new Map<number, number>();
    for (const lane of this.fanOuts.lanes) {
      if (typeof lane !== 'string') continue;
      const { number } = placeOf(lane);
      most.set(number, Math.max(most.get(number) ?? 0, this.lags.eventsOf(lane)));
    }
    this.metrics.laneLagEvents.reset();
    for (const [number, lag] of most) this.metrics.laneLagEvents.set({ lane: String(number) }, lag);
  }

  /** Redis may have lost everything. */
  startOver(): void {
    this.noted.clear();
  }

  private async compare(lanes: readonly Lane[]): Promise<Lane[]> {
    const cachedCursor = lanes.map((lane) => this.fanOuts.cachedCursor(lane));
    // Read the cursors first, then the heads: then a cursor can be past the head only if the log was rolled back.
    const cursors = await Promise.all(lanes.map((lane) => this.store.cursor(lane)));
    const indexed = lanes.filter((_, index) => cursors[index] !== null);
    await this.note(indexed);
    const heads = indexed.length === 0 ? new Map<number, LogPosition>() : await this.log.heads([...new Set(indexed.map(organizationOf))]);
    for (const [index, lane] of lanes.entries()) {
      const cursor = cursors[index] ?? null;
      if (cursor === null || regressed(cursor, cachedCursor[index] ?? null)) this.fanOuts.invalidate(lane);
      const head = heads.get(organizationOf(lane));
      this.keepLag(lane, cursor, head);
      if (cursor !== null) await this.follow(lane, cursor, head);
    }
    return lanes.filter((_, index) => cursors[index]?.limit !== undefined);
  }

  private keepLag(lane: Lane, cursor: Cursor | null, head: LogPosition | undefined): void {
    if (cursor === null || head?.incarnation !== cursor.incarnation || head.seq <= cursor.seq) this.lags.delete(lane);
    else this.lags.keep(lane, { cursor: cursor.seq, head: head.seq, nextAt: this.fanOuts.nextAt(lane) });
  }

  /** An index of an earlier release, or one whose entry Redis lost, is not among the live ones yet. */
  private async note(indexed: readonly Lane[]): Promise<void> {
    const fresh = indexed.filter((lane) => !this.noted.has(lane));
    await this.store.live.add(fresh);
    for (const lane of fresh) this.noted.add(lane);
  }

  private async follow(lane: Lane, cursor: Cursor, head: LogPosition | undefined): Promise<void> {
    if (head?.incarnation !== cursor.incarnation) await this.endQueues.ofOtherIncarnation(lane, cursor, head?.incarnation);
    else if (cursor.seq > head.seq) await this.endQueues.execute(lane, cursor, 'the cursor is past the head of the log');
    else if (cursor.seq < head.seq) await this.catchUp(lane, cursor, head.seq);
  }

  private async catchUp(lane: Lane, cursor: Cursor, head: number): Promise<void> {
    if (this.fanOuts.cachedCursor(lane) === null) {
      const [next] = await this.log.after(organizationOf(lane), cursor.seq, 1);
      if (next !== undefined && (await this.outlivedLog(lane, cursor.seq, next.seq))) {
        await this.endQueues.execute(lane, cursor, 'the log no longer reaches back to the cursor');
        return;
      }
      if (next !== undefined) this.lags.nextLogged(lane, next.at);
    }
    this.fanOuts.of(lane).notify(head);
  }

  /**
   * Whether the events after the cursor were deleted because of their age: fan-out stood still for longer than the log is kept, or the
   * cursor went back that far. Every queue that would need them has expired too. If the event at the cursor still exists, the log has a
   * gap instead, which fan-out never skips.
   */
  private async outlivedLog(lane: Lane, seq: number, next: number): Promise<boolean> {
    return next > seq + 1 && (await this.log.some(organizationOf(lane), [seq])).length === 0;
  }
}

/** Redis was rolled back while this replica ran, or another replica started over with another incarnation of the log. */
function regressed(cursor: Cursor, cachedCursor: Cursor | null): boolean {
  return cachedCursor !== null && (cursor.seq < cachedCursor.seq || cursor.incarnation !== cachedCursor.incarnation);
}
