import { Injectable } from '@nestjs/common';
import type { DomainEvent, LoggedEvent, PayloadOf } from '@parley/contracts';
import { messageSent, messageUpdated } from '@parley/contracts/messaging';
import { LogReader } from '@parley/event-log';
import { Database, isDatabaseAway } from '@parley/persistence';
import { METRICS, Runtime } from '@parley/runtime';
import { LRUCache } from 'lru-cache';
import { FindMissed } from '../deciding/find-missed.js';
import { TooManyRecipients } from '../deciding/too-many-recipients.js';
import { addCursor, type Behind, lockCursor, moveCursor } from './cursors.repository.js';
import { fairShare } from './fair-share.js';
import { type NotificationChannel, NotificationChannels } from './notification-channel.js';

/** Events that are read at once. */
const BATCH = 100;
/** Of one event, after unexpected errors. The caller waits longer before each. */
const MAX_ATTEMPTS = 6;
const MAX_PORTIONS = 10_000;

interface Failure {
  /** The position at which it failed, and how often. */
  readonly seq: number;
  readonly attempts: number;
  /** The end of the batch that failed first. Up to there events are taken one by one, so that only the one that fails is given up. */
  readonly until: number;
}

/** How the log of an organization was followed for a step. */
export interface Step {
  /** The new position. */
  readonly seq: number;
  /** Whether more events may follow at once. False also if another process follows the organization. */
  readonly hasMore: boolean;
}

/**
 * Gives the next events of an organization to all channels. What they store and the move of the cursor are one transaction, which begins by locking
 * the cursor. So two processes may try the same events, and one of them succeeds.
 */
@Injectable()
export class FollowOrganization {
  private readonly failures = new Map<number, Failure>();
  /** How many events are read at once in organizations whose messages concern very many people. It doubles with each batch that is taken. */
  private readonly portions = new LRUCache<number, number>({ max: MAX_PORTIONS });
  private readonly events;

  constructor(
    private readonly database: Database,
    private readonly log: LogReader,
    private readonly channels: NotificationChannels,
    private readonly findMissed: FindMissed,
    private readonly runtime: Runtime,
  ) {
    this.events = runtime.metrics.counter(METRICS.notificationEvents);
  }

  async execute({ organizationId, seq, isNew, head }: Behind): Promise<Step> {
    if (isNew) await addCursor(this.database.direct, organizationId);
    const failure = this.failures.get(organizationId);
    const limit = failure !== undefined && seq < failure.until ? 1 : (this.portions.get(organizationId) ?? BATCH);
    const types = [...new Set(this.channels.all.flatMap((channel) => channel.events.map(({ type }) => type)))];
    const { events: read, last: lastRead, count } = await this.log.ofTypes(organizationId, seq, { types, limit });
    if (lastRead === undefined) return this.passGap(organizationId, seq, head);
    const events = fairShare(read);
    const isCut = events.length < read.length;
    const last = isCut ? (events.at(-1)?.seq ?? lastRead) : lastRead;
    try {
      const hasMoved = await this.take(organizationId, seq, last, events);
      if (failure !== undefined && last >= failure.until) this.failures.delete(organizationId);
      if (hasMoved) this.events.inc({ outcome: 'taken' }, events.length);
      this.growPortion(organizationId);
      return { seq: last, hasMore: hasMoved && (isCut || count === limit) };
    } catch (err) {
      if (isDatabaseAway(err)) throw err;
      if (err instanceof TooManyRecipients && events.length > 1) {
        this.portions.set(organizationId, Math.floor(events.length / 2));
        return { seq, hasMore: true };
      }
      await this.countFailure(organizationId, { from: seq, to: last, limit }, err);
      throw err;
    }
  }

  private growPortion(organizationId: number): void {
    const portion = this.portions.get(organizationId);
    if (portion === undefined) return;
    if (portion * 2 < BATCH) this.portions.set(organizationId, portion * 2);
    else this.portions.delete(organizationId);
  }

  /** For how many times in a row the events of an organization could not be taken. */
  failuresOf(organizationId: number): number {
    return this.failures.get(organizationId)?.attempts ?? 0;
  }

  /**
   * The log has no event after the cursor, although the counter is after it: the log begins again when an organization moves, and old events are
   * deleted. An event and its step of the counter are one commit, and the counter was read before the log. So no event up to `head` is still to come.
   */
  private async passGap(organizationId: number, seq: number, head: number): Promise<Step> {
    if (head > seq) await moveCursor(this.database.direct, organizationId, seq, head);
    return { seq: Math.max(seq, head), hasMore: false };
  }

  private async take(organizationId: number, from: number, to: number, events: readonly LoggedEvent[]): Promise<boolean> {
    if (events.length === 0) return moveCursor(this.database.direct, organizationId, from, to);
    const channels = this.channels.all.filter((channel) => channel.events.some(({ type }) => events.some((event) => event.type === type)));
    const valid = events.map((event) => checked(channels, event));
    const hasMoved = await this.database.transaction(async (tx) => {
      if (!(await lockCursor(tx, organizationId, from))) return false;
      const missed = memoized(() =>
        this.findMissed.execute(tx, organizationId, payloadsOf(messageSent, valid), payloadsOf(messageUpdated, valid)),
      );
      for (const channel of channels) {
        const own = valid.filter(({ type }) => channel.events.some((event) => event.type === type));
        if (own.length > 0) await channel.take(tx, { organizationId, events: own, missed });
      }
      return moveCursor(tx, organizationId, from, to);
    });
    if (hasMoved) for (const channel of channels) channel.taken?.(organizationId);
    return hasMoved;
  }

  private async countFailure(
    organizationId: number,
    { from, to, limit }: { from: number; to: number; limit: number },
    err: unknown,
  ): Promise<void> {
    const before = this.failures.get(organizationId);
    const attempts = before?.seq === from ? before.attempts + 1 : 1;
    this.failures.set(organizationId, { seq: from, attempts, until: Math.max(before?.until ?? 0, to) });
    if (attempts < MAX_ATTEMPTS || limit > 1) return;
    this.runtime.logger.error({ err, organizationId, seq: to }, 'an event cannot be taken, so its notifications are left out');
    this.events.inc({ outcome: 'given_up' });
    await moveCursor(this.database.direct, organizationId, from, to);
  }
}

/** With a valid payload. */
function checked(channels: readonly NotificationChannel[], event: LoggedEvent): LoggedEvent {
  const declared = channels.flatMap(({ events }) => events).find(({ type }) => type === event.type);
  return declared === undefined ? event : { ...event, payload: declared.payload.parse(event.payload) };
}

function payloadsOf<E extends DomainEvent>({ type }: E, valid: readonly LoggedEvent[]): PayloadOf<E>[] {
  return valid.filter((event) => event.type === type).map(({ payload }) => payload as PayloadOf<E>);
}

function memoized<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
