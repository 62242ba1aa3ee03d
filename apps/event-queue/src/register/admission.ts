import { type ApiError, apiErrors } from '@parley/contracts';
import { type Asker, FairGate, type Leave } from '@parley/runtime';
import { Appointments } from './appointments.js';

export interface AdmissionLimits {
  readonly atOnce: number;
  readonly longestLine: number;
  readonly longestWaitMs: number;
}

/** Until it is known how long the work takes. */
const SUPPOSED_MS = 100;
/** How much one more duration moves the mean. */
const WEIGHT = 1 / 8;
/** Durations of work that a call must have left when its turn comes: not all take equally long. */
const MARGIN = 2;

class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * Lets a bounded number of registrations run at once: each holds a database connection for as long as all services read their parts, and the
 * whole answer in memory. More wait in line, and are served in turns by organization and by person, so that a crowd of one of them does not
 * make others wait. A registration waits only if it can be served before its client gives up: the longer the work takes, the shorter the
 * line. All others are refused at once with 503 and told when to come again, so many for each second as can be served in one.
 */
export class Admission {
  private readonly gate: FairGate;
  private readonly appointments = new Appointments();
  private meanMs = SUPPOSED_MS;

  constructor(private readonly limits: AdmissionLimits) {
    // A place that is free is given to any organization and person: the turns are what is fair.
    const { atOnce, longestLine } = limits;
    this.gate = new FairGate({ atOnce, perOrganization: atOnce, perPerson: atOnce, longestLine }, () => new Refused());
  }

  get waiting(): number {
    return this.gate.waiting;
  }

  get running(): number {
    return this.gate.admitted;
  }

  /**
   * `deadlineAt`: milliseconds since the epoch, when the client no longer waits for the answer.
   * @throws 503 when the line is full or too slow, and after too long a wait in it.
   */
  async run<T>(asker: Asker, work: () => Promise<T>, deadlineAt: number): Promise<T> {
    const leave = await this.enter(asker, deadlineAt);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.meanMs += (performance.now() - startedAt - this.meanMs) * WEIGHT;
      leave();
    }
  }

  private async enter(asker: Asker, deadlineAt: number): Promise<Leave> {
    const now = Date.now();
    const patienceMs = Math.min(this.limits.longestWaitMs, deadlineAt - now - MARGIN * this.meanMs);
    const mustWait = this.gate.admitted >= this.limits.atOnce;
    if (mustWait && this.nextTurnInMs(asker) > patienceMs) throw this.refusal(asker);
    try {
      return await this.gate.enter(asker, { deadlineAt: now + patienceMs });
    } catch (error) {
      throw error instanceof Refused ? this.refusal(asker) : error;
    }
  }

  /** As far as the mean and the line tell: others may come before. */
  private nextTurnInMs(asker: Asker): number {
    return ((this.gate.turnsBefore(asker) + 1) * this.meanMs) / this.limits.atOnce;
  }

  private refusal(asker: Asker): ApiError {
    const servedPerSecond = (this.limits.atOnce * 1000) / this.meanMs;
    return apiErrors.unavailable({ retryAfterSeconds: this.appointments.next(servedPerSecond, asker) });
  }
}
