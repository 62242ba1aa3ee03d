import type { PollItem } from '@parley/contracts/event-queue';
import type { Span } from '@parley/runtime';
import type { EventsRequest, OnAnswer } from './events-request.js';

/** A request that no call was made for in this time is refused. Waiting costs less than refusing: the client would repeat the request. */
const FIRST_CALL_WITHIN_MS = 30_000;
/** Of a request that does not wait for events. */
const IMMEDIATE_CALL_WITHIN_MS = 5_000;

/** idle: no poll is planned. queued: waits for its call. inFlight: a call is in progress. */
type PollState = 'idle' | 'queued' | 'inFlight';

/** One process holds ten thousand of these: only plain fields, no timer, no promise. */
export class HeldPoll {
  state: PollState = 'idle';
  /** The first poll found nothing: event-queue has recorded the waiter. */
  held = false;
  /** Woken while a call was in progress, whose answer may be older than the wake-up. */
  wokenInFlight = false;
  /** The last poll was answered with `hold`, so event-queue has the waiter. */
  isRecorded = false;
  /** The process that woke it, until it is polled. */
  wokenBy: string | undefined = undefined;
  /** The span of the last wake-up. */
  wakeUp: Span | undefined = undefined;
  ended = false;
  /** Queued because something may have been lost. A wake-up still moves the poll forward. */
  isRepetition = false;
  polledAt = 0;

  constructor(
    readonly request: EventsRequest,
    readonly waiter: string,
    readonly openedAt: number,
    readonly heartbeatAt: number,
    readonly answer: OnAnswer,
  ) {}

  get waits(): boolean {
    return this.state === 'queued' && !this.ended;
  }

  /** Whether no call can be made in the time that the request may wait. */
  isLate(now: number): boolean {
    const withinMs = this.request.waits ? FIRST_CALL_WITHIN_MS : IMMEDIATE_CALL_WITHIN_MS;
    return !this.held && this.state === 'queued' && now - this.openedAt >= withinMs;
  }
}

/** One call has one span above it: that of a wake-up, or of the only request. */
export function spanOf(holds: readonly HeldPoll[]): Span | undefined {
  return holds.find(({ wakeUp }) => wakeUp !== undefined)?.wakeUp ?? (holds.length === 1 ? holds[0]?.request.span : null) ?? undefined;
}

export function itemOf({ request, waiter, held, heartbeatAt }: HeldPoll, now: number): PollItem {
  const { organizationId, userId, queueId, lastEventId, waits } = request;
  const firstMode = waits ? 'first' : 'nb';
  const laterMode = now >= heartbeatAt ? 'hb' : 'again';
  return { organizationId, userId, queueId, lastEventId, waiter, mode: held ? laterMode : firstMode };
}

export function addressOf({ request, waiter }: HeldPoll) {
  return { organizationId: request.organizationId, queueId: request.queueId, waiter };
}

/** Contains the user, so that naming another user's queue does not end their poll. */
export function queueKey({ organizationId, userId, queueId }: EventsRequest): string {
  return `${organizationId}/${userId}/${queueId}`;
}
