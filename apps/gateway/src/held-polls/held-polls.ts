import { apiErrors } from '@parley/contracts';
import { POLL_BATCH } from '@parley/contracts/event-queue';
import { RawJson } from '@parley/rpc';
import type { Span } from '@parley/runtime';
import type { Cell } from '../cells/cells.js';
import type { EventsAnswer, EventsRequest, OnAnswer, PollFilter } from './events-request.js';
import { finalAnswer, NO_EVENTS } from './final-answer.js';
import { addressOf, HeldPoll, itemOf, queueKey, spanOf } from './held-poll.js';
import { type PollBatch, PollTurns } from './poll-turns.js';
import type { QueueAnswer, QueuePolls } from './queue-polls.js';
import { SessionHolds } from './session-holds.js';

/** A hold that no process of event-queue says to wake is polled again after this time, because its wake-up may have been lost. */
const SILENCE_MS = 5_000;
/** Polls that are repeated because something was lost are spread over this many steps. With very many holds it takes more steps. */
const REPOLL_STEPS = 10;
/** Bounds the load, because all gateways may repeat their polls at the same time. */
const MAX_REPOLLS_PER_STEP = 500;
/** As the time of the last poll: the next sweep polls again. */
const LONG_AGO = Number.NEGATIVE_INFINITY;
const HEARTBEAT_AFTER_MS = 45_000;
const HEARTBEAT_JITTER_MS = 10_000;
/** If event-queue returns no heartbeat, the gateway ends the poll by itself: clients stop reading after 90 seconds. */
const HEARTBEAT_GRACE_MS = 20_000;

/** The process environment; tests replace it to control time. */
export interface Clock {
  now(): number;
  random(): number;
  /** Runs `work` after the current work. */
  soon(work: () => void): void;
}

/**
 * The polls that this gateway holds. A state machine without timers and I/O.
 *
 * What must hold: a hold is in the table before its first call, so that no wake-up is lost between "the service recorded the waiter" and
 * "the gateway holds". After a wake-up during a call, it polls once more. Any other fault of wake-ups (lost, duplicated, late, for an
 * earlier hold) only affects how soon it polls. A newer request of the same user on a queue ends the older one.
 */
export class HeldPolls {
  private readonly byWaiter = new Map<string, HeldPoll>();
  private readonly byQueue = new Map<string, HeldPoll>();
  private readonly ofSessions = new SessionHolds<HeldPoll>();
  private readonly turns: PollTurns<HeldPoll>;
  private isDue = false;
  /** To be polled again, some in each step. */
  private toRepoll: HeldPoll[] = [];
  private repollsPerStep = 0;
  private leaving = false;
  private nextToken = 0;

  constructor(
    /** This process's address, different after each start: letters, digits, `-`, `_`. */
    private readonly gatewayId: string,
    private readonly maxHolds: number,
    private readonly polls: QueuePolls,
    private readonly clock: Clock,
    /** The processes of event-queue in a cell that were heard lately. */
    processesOf: (cell: Cell) => readonly string[] = () => [],
  ) {
    this.turns = new PollTurns(POLL_BATCH, processesOf, () => clock.now());
  }

  get size(): number {
    return this.byWaiter.size;
  }

  /** The answer goes to `answer`. The returned function must be called when the client disconnects. */
  open(request: EventsRequest, answer: OnAnswer): () => void {
    const { now, random } = this.clock;
    const waiter = `${this.gatewayId}|${(this.nextToken++).toString(36)}`;
    const openedAt = now();
    const hold = new HeldPoll(request, waiter, openedAt, openedAt + HEARTBEAT_AFTER_MS + random() * HEARTBEAT_JITTER_MS, answer);
    const older = this.byQueue.get(queueKey(request));
    if (older !== undefined) this.end(older, NO_EVENTS);
    if (this.leaving) {
      answer(NO_EVENTS, false);
    } else if (this.size >= this.maxHolds) {
      answer({ kind: 'error', error: apiErrors.unavailable() }, false);
    } else {
      this.byWaiter.set(waiter, hold);
      this.byQueue.set(queueKey(request), hold);
      this.ofSessions.add(hold);
      this.schedule(hold);
    }
    return () => this.abandon(hold);
  }

  /** Something was appended to these queues. Waiters that are not held here (any more) are ignored. */
  wake(waiters: readonly string[], by?: string, wakeUp?: Span): void {
    for (const waiter of waiters) {
      const hold = this.byWaiter.get(waiter);
      if (hold === undefined) continue;
      hold.wokenBy = by;
      hold.wakeUp = wakeUp;
      this.schedule(hold);
    }
  }

  /** Wake-ups may have been lost: polls again for every hold. */
  wakeAll(): void {
    for (const hold of this.byWaiter.values()) this.schedule(hold);
  }

  /** Wake-ups for these organizations may have been lost: their polls are repeated by the next calls of `repollStep`. */
  repoll(isAffected: PollFilter): void {
    const waiting = new Set(this.toRepoll);
    for (const hold of this.byWaiter.values()) {
      const { organizationId, cell, userId } = hold.request;
      if (isAffected(organizationId, cell, userId)) waiting.add(hold);
    }
    this.toRepoll = [...waiting];
    this.repollsPerStep = Math.min(MAX_REPOLLS_PER_STEP, Math.ceil(waiting.size / REPOLL_STEPS));
  }

  /** Runs every tenth of a second. */
  repollStep(): void {
    for (const hold of this.toRepoll.splice(0, this.repollsPerStep)) if (!hold.ended) this.repeat(hold);
  }

  /** Answers the polls of sessions and API tokens of these people with no events (`userIds` null: of all). Clients whose session is open poll again. */
  releaseSessions(organizationId: number, userIds: readonly number[] | null): void {
    this.releaseAll(this.ofSessions.of(organizationId, userIds));
  }

  /** Answers all polls of an organization with no events. Their clients poll again. */
  releaseOrganization(organizationId: number): void {
    this.releaseAll([...this.byWaiter.values()].filter(({ request }) => request.organizationId === organizationId));
  }

  private releaseAll(holds: readonly HeldPoll[]): void {
    for (const hold of holds) {
      this.end(hold, NO_EVENTS);
      if (hold.held && hold.state !== 'inFlight') this.polls.detach(addressOf(hold), hold.request.cell);
    }
  }

  /** A newer request polls the queue, on this or another gateway. */
  release(waiter: string): void {
    const hold = this.byWaiter.get(waiter);
    if (hold !== undefined) this.end(hold, NO_EVENTS);
  }

  /**
   * Runs every second: polls again for silent holds, requests heartbeats for old ones, ends those that got none.
   * @param isCovered whether a wake-up for this person cannot be lost unnoticed. Then only the heartbeat polls again
   */
  sweep(isCovered: PollFilter = () => false): void {
    const now = this.clock.now();
    for (const hold of this.byWaiter.values()) {
      if (now >= hold.heartbeatAt + HEARTBEAT_GRACE_MS) {
        this.end(hold, { kind: 'events', events: RawJson.of([{ id: hold.request.lastEventId, type: 'heartbeat' }]) });
        this.polls.detach(addressOf(hold), hold.request.cell);
      } else if (hold.isLate(now)) {
        this.end(hold, { kind: 'error', error: apiErrors.unavailable() });
      } else if (hold.state === 'idle') {
        const { organizationId, cell, userId } = hold.request;
        const isSilent = now - hold.polledAt >= SILENCE_MS && !(hold.isRecorded && isCovered(organizationId, cell, userId));
        if (now >= hold.heartbeatAt && hold.polledAt < hold.heartbeatAt) this.schedule(hold);
        else if (isSilent) this.repeat(hold);
      }
    }
    // Polls may wait for a process that is silent now.
    this.pollSoon();
  }

  /** Answers all polls with no events, now and from now on: the clients poll another gateway, which takes over the queues. */
  leave(): void {
    this.leaving = true;
    for (const hold of this.byWaiter.values()) this.end(hold, NO_EVENTS);
  }

  private abandon(hold: HeldPoll): void {
    if (hold.ended) return;
    this.remove(hold);
    // A call in progress may still record the waiter: it is detached when that call returns.
    if (hold.held && hold.state !== 'inFlight') this.polls.detach(addressOf(hold), hold.request.cell);
  }

  private schedule(hold: HeldPoll): void {
    if (hold.state === 'inFlight') {
      hold.wokenInFlight = true;
    } else if (hold.state === 'idle' || hold.isRepetition) {
      hold.state = 'queued';
      hold.isRepetition = false;
      this.turns.add(hold, hold.wokenBy);
      this.pollSoon();
    }
  }

  private repeat(hold: HeldPoll): void {
    if (hold.state === 'inFlight') hold.wokenInFlight = true;
    if (hold.state !== 'idle') return;
    hold.state = 'queued';
    hold.isRepetition = true;
    this.turns.addRepeated(hold);
    this.pollSoon();
  }

  /** Later in the same turn of the event loop, so that one call has the polls of all requests and wake-ups that have just arrived. */
  private pollSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    this.clock.soon(() => this.pollDue());
  }

  private pollDue(): void {
    this.isDue = false;
    for (const batch of this.turns.take()) void this.pollBatch(batch);
  }

  private async pollBatch(batch: PollBatch<HeldPoll>): Promise<void> {
    const { cell, to, polls: holds } = batch;
    const now = this.clock.now();
    const items = holds.map((hold) => {
      hold.state = 'inFlight';
      hold.isRepetition = false;
      hold.wokenInFlight = false;
      hold.wokenBy = undefined;
      hold.isRecorded = false;
      hold.polledAt = now;
      return itemOf(hold, now);
    });
    const requestId = holds.length === 1 ? holds[0]?.request.requestId : undefined;
    const answers = await this.polls.poll(items, { cell, requestId, to, span: spanOf(holds) }).catch((): readonly QueueAnswer[] => []);
    this.turns.done(batch, answers.length === 0);
    holds.forEach((hold, index) => {
      this.settle(hold, answers[index]);
    });
    this.pollSoon();
  }

  /** `answer` is undefined if the service did not answer. */
  private settle(hold: HeldPoll, answer: QueueAnswer | undefined): void {
    hold.state = 'idle';
    if (hold.ended) {
      if (answer?.outcome === 'hold') this.polls.detach(addressOf(hold), hold.request.cell);
      return;
    }
    const final = finalAnswer(hold.request, answer);
    if (final !== undefined) {
      this.end(hold, final);
    } else if (answer?.outcome === 'hold') {
      hold.held = true;
      hold.isRecorded = true;
      if (hold.wokenInFlight) this.schedule(hold);
      else hold.wakeUp = undefined;
    } else if (!hold.held) {
      this.end(hold, { kind: 'error', error: apiErrors.unavailable() });
    } else if (answer?.outcome === 'retry') {
      hold.polledAt = LONG_AGO;
    }
    // Without an answer, held polls stay held, and the sweep polls again after the silence.
  }

  private end(hold: HeldPoll, answer: EventsAnswer): void {
    this.remove(hold);
    hold.answer(answer, hold.held, hold.wakeUp);
  }

  private remove(hold: HeldPoll): void {
    hold.ended = true;
    this.byWaiter.delete(hold.waiter);
    this.ofSessions.delete(hold);
    const key = queueKey(hold.request);
    if (this.byQueue.get(key) === hold) this.byQueue.delete(key);
  }
}
