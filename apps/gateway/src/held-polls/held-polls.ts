import { type ApiError, apiErrors, POLL_BATCH, type PollAnswer, type PolledEvent, type PollItem } from '@parley/contracts';
import type { QueuePolls } from './queue-polls.js';

/** A hold that nobody asked about for this long is asked again: a wake-up may be lost (queue-core.md flaw 7). */
const SILENCE_MS = 5_000;
/** So that the next sweep asks. */
const LONG_AGO = Number.NEGATIVE_INFINITY;
const HEARTBEAT_AFTER_MS = 45_000;
const HEARTBEAT_JITTER_MS = 10_000;
/** Where the event-queue service gives no heartbeat, the gateway ends the poll by itself: clients stop reading after 90 seconds. */
const HEARTBEAT_GRACE_MS = 20_000;

/** One client's request for events. */
export interface EventsRequest {
  readonly organizationId: number;
  readonly userId: number;
  readonly queueId: string;
  readonly lastEventId: number;
  /** False (dont_block): answered at once, even with no events. */
  readonly waits: boolean;
  readonly requestId: string;
}

export type EventsAnswer =
  | { readonly kind: 'events'; readonly events: readonly PolledEvent[] }
  | { readonly kind: 'error'; readonly error: ApiError };

/** Called exactly once, unless the client leaves first. */
export type AnswerEvents = (answer: EventsAnswer) => void;

/** Of the outer world, so that tests can turn the clock. */
export interface Surroundings {
  now(): number;
  random(): number;
  /** Runs `work` after what is at hand now. */
  soon(work: () => void): void;
}

/** idle: nobody asks. queued: will be asked in the next batch. asked: a call is under way. */
type Asking = 'idle' | 'queued' | 'asked';

/** Ten thousand of these live in one process: plain fields, no timer, no promise. */
class Hold {
  asking: Asking = 'idle';
  /** The first poll found nothing: the event-queue service knows who waits. */
  held = false;
  /** Woken while a call was under way, whose answer may be older than the wake-up. */
  dirty = false;
  ended = false;
  askedAt = 0;

  constructor(
    readonly request: EventsRequest,
    readonly waiter: string,
    readonly heartbeatAt: number,
    readonly answer: AnswerEvents,
  ) {}
}

const NO_EVENTS: EventsAnswer = { kind: 'events', events: [] };

/**
 * The polls this gateway holds (queue-core.md section 3, GATEWAY). A state machine without timers and without I/O of its own.
 *
 * What must hold: a hold is in the table before its first call, so no wake-up can fall between "the service recorded who waits" and "the
 * gateway holds". A wake-up during a call makes it ask once more. Everything else (wake-ups lost, doubled, late, of former holds) changes
 * at most how soon it asks. The same user's newer request on a queue ends the older one.
 */
export class HeldPolls {
  private readonly byWaiter = new Map<string, Hold>();
  private readonly byQueue = new Map<string, Hold>();
  private due: Hold[] = [];
  private leaving = false;
  private nextToken = 0;

  constructor(
    /** This process's address, different after each start: letters, digits, `-`, `_`. */
    private readonly gatewayId: string,
    private readonly maxHolds: number,
    private readonly polls: QueuePolls,
    private readonly surroundings: Surroundings,
  ) {}

  get size(): number {
    return this.byWaiter.size;
  }

  /** Answers through `answer`. The function returned is for when the client has gone. */
  open(request: EventsRequest, answer: AnswerEvents): () => void {
    const { now, random } = this.surroundings;
    const waiter = `${this.gatewayId}|${(this.nextToken++).toString(36)}`;
    const hold = new Hold(request, waiter, now() + HEARTBEAT_AFTER_MS + random() * HEARTBEAT_JITTER_MS, answer);
    const older = this.byQueue.get(queueKey(request));
    if (older !== undefined) this.end(older, NO_EVENTS);
    if (this.leaving) {
      answer(NO_EVENTS);
    } else if (this.size >= this.maxHolds) {
      answer({ kind: 'error', error: apiErrors.unavailable() });
    } else {
      this.byWaiter.set(waiter, hold);
      this.byQueue.set(queueKey(request), hold);
      this.ask(hold);
    }
    return () => this.abandon(hold);
  }

  /** Something was appended to these queues. Waiters that are not held here (any more) are skipped. */
  wake(waiters: readonly string[]): void {
    for (const waiter of waiters) {
      const hold = this.byWaiter.get(waiter);
      if (hold !== undefined) this.ask(hold);
    }
  }

  /** Wake-ups may have been missed: asks about every hold. */
  wakeAll(): void {
    for (const hold of this.byWaiter.values()) this.ask(hold);
  }

  /** A newer request polls the queue, here or on another gateway. */
  release(waiter: string): void {
    const hold = this.byWaiter.get(waiter);
    if (hold !== undefined) this.end(hold, NO_EVENTS);
  }

  /** Every second: asks about silent holds, gets heartbeats for old ones, ends those that got none. */
  sweep(): void {
    const now = this.surroundings.now();
    for (const hold of this.byWaiter.values()) {
      if (now >= hold.heartbeatAt + HEARTBEAT_GRACE_MS) {
        this.end(hold, { kind: 'events', events: [{ id: hold.request.lastEventId, type: 'heartbeat' }] });
        this.polls.detach(addressOf(hold));
      } else if (hold.asking === 'idle') {
        const heartbeatIsDue = now >= hold.heartbeatAt && hold.askedAt < hold.heartbeatAt;
        if (heartbeatIsDue || now - hold.askedAt >= SILENCE_MS) this.ask(hold);
      }
    }
  }

  /** Answers everything with no events, now and from now on: the clients poll another gateway, which takes the queues over. */
  leave(): void {
    this.leaving = true;
    for (const hold of this.byWaiter.values()) this.end(hold, NO_EVENTS);
  }

  private abandon(hold: Hold): void {
    if (hold.ended) return;
    this.remove(hold);
    // A call under way may still record the waiter: it is detached when that call returns.
    if (hold.held && hold.asking !== 'asked') this.polls.detach(addressOf(hold));
  }

  private ask(hold: Hold): void {
    if (hold.asking === 'asked') {
      hold.dirty = true;
    } else if (hold.asking === 'idle') {
      hold.asking = 'queued';
      this.due.push(hold);
      if (this.due.length === 1) this.surroundings.soon(() => this.askDue());
    }
  }

  private askDue(): void {
    const due = this.due.filter((hold) => !hold.ended);
    this.due = [];
    for (let from = 0; from < due.length; from += POLL_BATCH) void this.askTogether(due.slice(from, from + POLL_BATCH));
  }

  private async askTogether(holds: readonly Hold[]): Promise<void> {
    const now = this.surroundings.now();
    const items = holds.map((hold) => {
      hold.asking = 'asked';
      hold.dirty = false;
      hold.askedAt = now;
      return itemOf(hold, now);
    });
    const requestId = holds.length === 1 ? holds[0]?.request.requestId : undefined;
    const answers = await this.polls.poll(items, requestId).catch((): readonly PollAnswer[] => []);
    holds.forEach((hold, index) => {
      this.settle(hold, answers[index]);
    });
  }

  /** `answer` undefined: the service did not answer. */
  private settle(hold: Hold, answer: PollAnswer | undefined): void {
    hold.asking = 'idle';
    if (hold.ended) {
      if (answer?.outcome === 'hold') this.polls.detach(addressOf(hold));
      return;
    }
    const final = finalAnswer(hold.request, answer);
    if (final !== undefined) {
      this.end(hold, final);
    } else if (answer?.outcome === 'hold') {
      hold.held = true;
      if (hold.dirty) this.ask(hold);
    } else if (!hold.held) {
      this.end(hold, { kind: 'error', error: apiErrors.unavailable() });
    } else if (answer?.outcome === 'retry') {
      hold.askedAt = LONG_AGO;
    }
    // No answer at all: what is held stays held, and the sweep asks again once it has been silent.
  }

  private end(hold: Hold, answer: EventsAnswer): void {
    this.remove(hold);
    hold.answer(answer);
  }

  private remove(hold: Hold): void {
    hold.ended = true;
    this.byWaiter.delete(hold.waiter);
    const key = queueKey(hold.request);
    if (this.byQueue.get(key) === hold) this.byQueue.delete(key);
  }
}

/** What ends the request; undefined while there is nothing to say. */
function finalAnswer({ queueId, lastEventId }: EventsRequest, answer: PollAnswer | undefined): EventsAnswer | undefined {
  switch (answer?.outcome) {
    case 'events':
      return { kind: 'events', events: answer.events };
    case 'superseded':
      return NO_EVENTS;
    case 'bad':
      return { kind: 'error', error: apiErrors.badEventQueueId({ queueId }) };
    case 'pruned':
      return { kind: 'error', error: apiErrors.eventAlreadyPruned({ eventId: lastEventId }) };
    case 'notInQueue':
      return { kind: 'error', error: apiErrors.eventNotInQueue({ eventId: lastEventId }) };
    default:
      return undefined;
  }
}

function itemOf({ request, waiter, held, heartbeatAt }: Hold, now: number): PollItem {
  const { organizationId, userId, queueId, lastEventId, waits } = request;
  const firstMode = waits ? 'first' : 'nb';
  const laterMode = now >= heartbeatAt ? 'hb' : 'again';
  return { organizationId, userId, queueId, lastEventId, waiter, mode: held ? laterMode : firstMode };
}

function addressOf({ request, waiter }: Hold) {
  return { organizationId: request.organizationId, queueId: request.queueId, waiter };
}

/** With its user: naming somebody else's queue must not end his poll. */
function queueKey({ organizationId, userId, queueId }: EventsRequest): string {
  return `${organizationId}/${userId}/${queueId}`;
}
