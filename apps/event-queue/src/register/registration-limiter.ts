import { type ApiError, apiErrors } from '@parley/contracts';
import { FairGate, type Leave, type Requester } from '@parley/runtime';
import { RetryAfterScheduler } from './retry-after-scheduler.js';

export interface RegistrationLimits {
  readonly atOnce: number;
  readonly maxWaiting: number;
  readonly longestWaitMs: number;
}

/** Used until real durations are known. */
const ASSUMED_MS = 100;
/** Weight of one more duration in the moving average. */
const WEIGHT = 1 / 8;
/** Multiple of the average duration that a call must have left when its turn comes, because durations vary. */
const MARGIN = 2;

class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * Limits how many registrations run at once: each holds a database connection while all services read their parts, and the whole answer in
 * memory. More wait in a queue and are served in turns by organization and by person, so that many calls of one of them do not delay the
 * others. A registration waits only if it can be served before its client gives up: the longer the work takes, the shorter the queue. All
 * others are refused at once with 503 and a Retry-After that spreads them over the seconds in which they can be served.
 */
export class RegistrationLimiter {
  private readonly gate: FairGate;
  private readonly retryAfter = new RetryAfterScheduler();
  private meanMs = ASSUMED_MS;

  constructor(private readonly limits: RegistrationLimits) {
    // A free slot goes to any organization and person: fairness comes from the turns.
    const { atOnce, maxWaiting } = limits;
    this.gate = new FairGate({ atOnce, perOrganization: atOnce, perPerson: atOnce, maxWaiting }, () => new Refused());
  }

  get waiting(): number {
    return this.gate.waiting;
  }

  get running(): number {
    return this.gate.admitted;
  }

  /**
   * `deadlineAt`: milliseconds since the epoch after which the client no longer waits for the answer.
   * @throws 503 if the queue is full or too slow, or if the call has waited in it for too long.
   */
  async run<T>(requester: Requester, work: () => Promise<T>, deadlineAt: number): Promise<T> {
    const leave = await this.enter(requester, deadlineAt);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.meanMs += (performance.now() - startedAt - this.meanMs) * WEIGHT;
      leave();
    }
  }

  private async enter(requester: Requester, deadlineAt: number): Promise<Leave> {
    const now = Date.now();
    const patienceMs = Math.min(this.limits.longestWaitMs, deadlineAt - now - MARGIN * this.meanMs);
    const mustWait = this.gate.admitted >= this.limits.atOnce;
    if (mustWait && this.nextTurnInMs(requester) > patienceMs) throw this.refusal(requester);
    try {
      return await this.gate.enter(requester, { deadlineAt: now + patienceMs });
    } catch (error) {
      throw error instanceof Refused ? this.refusal(requester) : error;
    }
  }

  /** An estimate from the average duration and the queue. Others may be served first. */
  private nextTurnInMs(requester: Requester): number {
    return ((this.gate.turnsBefore(requester) + 1) * this.meanMs) / this.limits.atOnce;
  }

  private refusal(requester: Requester): ApiError {
    const servedPerSecond = (this.limits.atOnce * 1000) / this.meanMs;
    return apiErrors.unavailable({ retryAfterSeconds: this.retryAfter.next(servedPerSecond, requester) });
  }
}
