import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoggedEvent } from '@parley/contracts';
import { type Lane, organizationOf, peopleOf } from '@parley/contracts/event-queue';
import type { LogReader } from '@parley/event-log';
import { currentSpan, type Logger, runAndEnd, runInSpan, type Span } from '@parley/runtime';
import type { EventCache } from '../event-cache/event-cache.js';
import type { Appended, Cursor } from '../queues/append-step.js';
import type { QueueStore } from '../queues/queue-store.js';
import type { FanOutMetrics } from './fan-out-metrics.js';
import type { AudienceMemo, FindRecipientQueues } from './find-recipient-queues.js';
import { indexOperations } from './index-operations.js';
import { type Batch, type BatchLimits, type PendingEvent, planSteps, takeBatch, weightOf } from './plan-steps.js';
import type { WakeGateways } from './wake-gateways.js';

export interface FanOutParts {
  readonly store: QueueStore;
  readonly log: LogReader;
  readonly cache: EventCache;
  readonly recipients: FindRecipientQueues;
  readonly gateways: WakeGateways;
  readonly metrics: FanOutMetrics;
  readonly logger: Logger;
  readonly limits: BatchLimits;
}

/** How long to wait for a missing wake-up when the one after it has already arrived. */
const GAP_WAIT_MS = 8;
const READ_LIMIT = 500;
/** A lane that may not go on yet looks again after this time. */
const LIMITED_MS = 20;
/** Wake-ups buffered for later; beyond this number the log is read instead. */
const MAX_BUFFERED = 1_000;
const RETRY_MS = [50, 100, 200, 500, 1_000];

/**
 * Fan-out of one lane of an organization in this process: from the cursor in Redis to the head of the log, in order, one step at a time.
 *
 * Concurrency: at most one round runs here. Other processes may run at the same time by mistake (after a lease moved), and change nothing,
 * because each script checks the cursor. The cursor that this object caches is only a hint. It is dropped after any failure, when a script
 * finds it wrong, and when the cursor went back (Redis lost its latest writes).
 * What must never happen: an event is appended before the preceding event is in all its queues.
 */
export class LaneFanOut {
  private readonly buffer = new Map<number, LoggedEvent>();
  /** The spans of the wake-ups that are part of a trace, by the seqs of their events. */
  private readonly traces = new Map<number, Span>();
  private cursor: Cursor | null = null;
  private head = 0;
  private round: Promise<void> | null = null;
  private isRunning = false;
  private notifications = 0;
  private stopped = false;
  private failures = 0;
  private reportedHole = -1;
  /** An append may have succeeded although its answer was lost. Then it woke no gateway. */
  private mustWakeAll = false;
  private nextLoggedAt: number | null = null;

  private readonly organizationId: number;
  private readonly isServed: (userId: number) => boolean;

  constructor(
    private readonly lane: Lane,
    private readonly parts: FanOutParts,
  ) {
    this.organizationId = organizationOf(lane);
    this.isServed = peopleOf(lane);
  }

  /** The cached cursor, which may be out of date. */
  get cachedCursor(): Cursor | null {
    return this.cursor;
  }

  /** When the event was logged that is fanned out next; null if no round has read it yet. */
  get nextAt(): number | null {
    return this.nextLoggedAt;
  }

  /** Handles a wake-up: `events` (possibly none) were logged, up to `head`. */
  onWakeUp(events: readonly LoggedEvent[], head: number): void {
    if (this.buffer.size < MAX_BUFFERED) for (const event of events) this.buffer.set(event.seq, event);
    const span = currentSpan();
    if (span !== undefined && this.traces.size < MAX_BUFFERED) {
      for (const { seq } of events) this.traces.set(seq, span);
      this.traces.set(head, span);
    }
    this.notify(head);
  }

  /** The log reaches up to `head`. Starts a round, unless one is running, which then also sees the new head. */
  notify(head: number): void {
    this.head = Math.max(this.head, head);
    this.notifications += 1;
    if (this.stopped || this.isRunning) return;
    this.isRunning = true;
    // The round also serves later wake-ups. Each batch has the span of its own events.
    this.round = runInSpan(undefined, () => this.run());
  }

  /** The log has another incarnation: everything known about the old one is void. */
  startOver(): void {
    this.invalidate();
    this.head = 0;
  }

  /** The cursor differs from the cached one: Redis was rolled back, or another replica worked. */
  invalidate(): void {
    this.cursor = null;
    this.buffer.clear();
    this.traces.clear();
  }

  /** Settles when the current round has ended; no further round starts. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.round;
  }

  private async run(): Promise<void> {
    let seenNotifications = -1;
    // A notification that arrives while the last round is ending is handled here, because the check and the end are one synchronous step.
    while (!this.stopped && seenNotifications !== this.notifications) {
      seenNotifications = this.notifications;
      try {
        await this.followLog();
        this.failures = 0;
      } catch (err) {
        this.invalidate();
        this.mustWakeAll = true;
        this.parts.metrics.failures.inc();
        this.parts.logger.error({ err, organizationId: this.organizationId }, 'fan-out failed; retrying');
        await delay(RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)]);
        this.failures += 1;
        seenNotifications = -1;
      }
    }
    this.isRunning = false;
  }

  private async wakeAll(): Promise<void> {
    this.parts.gateways.wake(this.organizationId, await this.parts.store.waiters(this.lane));
    this.mustWakeAll = false;
  }

  private async followLog(): Promise<void> {
    if (this.mustWakeAll) await this.wakeAll();
    while (!this.stopped) {
      this.cursor ??= await this.parts.store.cursor(this.lane);
      const { cursor } = this;
      if (cursor === null || cursor.seq >= this.head) {
        // No index means no queues. The registration of the first queue builds it, at a later state of the log.
        this.buffer.clear();
        this.traces.clear();
        this.nextLoggedAt = null;
        return;
      }
      if (cursor.limit !== undefined && cursor.seq >= cursor.limit) {
        this.cursor = null;
        await delay(LIMITED_MS);
        continue;
      }
      for (const seq of this.buffer.keys()) if (seq <= cursor.seq) this.buffer.delete(seq);
      const next = await this.nextEvents(cursor);
      const events = cursor.limit === undefined ? next : next.slice(0, cursor.limit - cursor.seq);
      if (events.length === 0) return;
      await this.fanOut(events.map((event) => this.expand(event)));
    }
  }

  /**
   * The events directly after the cursor, without a gap; none if the log does not (yet) have the next one. Events of another incarnation
   * never follow this cursor: the next check of the heads of the log ends the queues.
   */
  private async nextEvents({ seq, incarnation }: Cursor): Promise<LoggedEvent[]> {
    const isOfCursor = (event: LoggedEvent) => event.incarnation === incarnation;
    if (!this.buffer.has(seq + 1) && this.buffer.size > 0) await delay(GAP_WAIT_MS);
    const buffered = consecutive(seq, (next) => {
      const event = this.buffer.get(next);
      return event !== undefined && isOfCursor(event) ? event : undefined;
    });
    if (buffered.length > 0) return buffered;
    const rows = await this.parts.log.after(this.organizationId, seq, READ_LIMIT);
    if (!rows.every(isOfCursor)) {
      // Perhaps another replica has already ended the queues, and the cached cursor is out of date.
      this.invalidate();
      return [];
    }
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    const events = consecutive(seq, (next) => bySeq.get(next));
    if (events.length < rows.length) this.reportHole(seq + events.length + 1);
    // Perhaps the log no longer reaches back to the cursor. The next comparison decides it, but only where no cursor is cached.
    if (events.length === 0 && rows.length > 0) this.cursor = null;
    return events;
  }

  private expand(event: LoggedEvent): PendingEvent {
    const { known } = this.parts.cache.keep(event);
    if (known === null) {
      this.parts.metrics.skippedEvents.inc();
      this.parts.logger.error(
        { organizationId: this.organizationId, seq: event.seq, type: event.type },
        'skipped an event of an unknown type or format',
      );
      return { seq: event.seq, at: event.at, parts: [], operations: [] };
    }
    return { seq: event.seq, at: event.at, parts: known.parts, operations: indexOperations(known.indexChanges, this.isServed) };
  }

  /** Appends the events, batch by batch. Stops early if the cursor has moved. */
  private async fanOut(events: readonly PendingEvent[]): Promise<void> {
    let rest = events;
    this.nextLoggedAt = rest[0]?.at ?? null;
    while (rest.length > 0 && this.cursor !== null && !this.stopped) {
      const memo: AudienceMemo = new Map();
      const batch = await takeBatch(rest, this.parts.limits, (part) => this.parts.recipients.execute(this.lane, part, memo));
      if (batch === null || !(await this.appendTraced(batch, this.cursor))) return;
      const done = rest.filter((event) => event.seq <= batch.lastSeq);
      for (const event of done) this.parts.metrics.lagSeconds.observe(Math.max(0, Date.now() - event.at) / 1000);
      this.parts.metrics.events.inc(done.length);
      this.failures = 0;
      rest = rest.slice(done.length);
      this.nextLoggedAt = rest[0]?.at ?? null;
    }
  }

  /** In the trace of the first event that has one. The traces of the others are linked. */
  private async appendTraced(batch: Batch, cursor: Cursor): Promise<boolean> {
    const [first, ...others] = this.takeTraces(batch.lastSeq);
    if (first === undefined) return this.append(batch, cursor);
    const attributes = { 'parley.organization.id': this.organizationId, 'parley.deliveries': batch.deliveries.length };
    return runAndEnd(first.child('fan-out', { attributes, links: others }), () => this.append(batch, cursor));
  }

  /** Removes and returns the spans of the events up to this seq. */
  private takeTraces(lastSeq: number): Span[] {
    const taken = new Set<Span>();
    for (const [seq, span] of this.traces) {
      if (seq > lastSeq) continue;
      this.traces.delete(seq);
      taken.add(span);
    }
    return [...taken];
  }

  /** False if the cursor has moved; the cached one is dropped then. */
  private async append(batch: Batch, cursor: Cursor): Promise<boolean> {
    const idle = await this.idleOf(batch);
    for (const step of planSteps(batch, cursor, randomUUID(), this.parts.limits, idle)) {
      const appended = await this.parts.store.append(this.lane, step);
      if (appended.moved) {
        this.parts.metrics.fenced.inc();
        this.invalidate();
        return false;
      }
      await this.follow(appended);
    }
    // If the cache was dropped meanwhile, it stays empty.
    if (this.cursor === cursor) this.cursor = { ...cursor, seq: batch.lastSeq, phase: '' };
    return true;
  }

  /**
   * The queues of a large batch that no client polls; they are served last. Empty for a small batch, which one script serves completely.
   */
  private async idleOf(batch: Batch): Promise<ReadonlySet<string>> {
    if (weightOf(batch) <= this.parts.limits.targets) return new Set();
    const queues = new Set(batch.deliveries.flatMap((delivery) => delivery.queues));
    return this.parts.store.idleAmong(this.lane, [...queues]);
  }

  private async follow(appended: Extract<Appended, { moved: false }>): Promise<void> {
    const { metrics, gateways, store } = this.parts;
    gateways.wake(this.organizationId, appended.waiters);
    metrics.appends.inc(appended.added);
    metrics.refusedAppends.inc(appended.refused);
    for (const length of appended.lengths) metrics.queueLength.observe(length);
    metrics.woken.inc(appended.waiters.length);
    metrics.endedQueues.inc(appended.ended.length);
    metrics.cleanedQueues.inc(await store.clean(this.lane, appended.gone));
  }

  private reportHole(seq: number): void {
    if (this.reportedHole === seq) return;
    this.reportedHole = seq;
    this.parts.metrics.holes.inc();
    this.parts.logger.fatal(
      { organizationId: this.organizationId, seq },
      'the event log has a gap; fan-out of this organization is stopped',
    );
  }
}

function consecutive(seq: number, at: (seq: number) => LoggedEvent | undefined): LoggedEvent[] {
  const events: LoggedEvent[] = [];
  for (let event = at(seq + 1); event !== undefined; event = at(seq + events.length + 1)) events.push(event);
  return events;
}
