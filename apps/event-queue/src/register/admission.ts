import { type ApiError, apiErrors } from '@parley/contracts';
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
/** Durations of work that whoever waits must have left when his turn comes: not all take equally long. */
const MARGIN = 2;

interface Waiting {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Lets a bounded number of registrations run at once: each holds a database connection for as long as all services read their parts, and the
 * whole answer in memory. More wait in line, but only who can be served while somebody still waits for the answer: the longer the work takes, the
 * shorter the line. All others are sent away at once with 503 and told when to come again, so many for each second as can be served in one.
 */
export class Admission {
  private running = 0;
  private readonly line = new Set<Waiting>();
  private readonly appointments = new Appointments();
  private meanMs = SUPPOSED_MS;

  constructor(private readonly limits: AdmissionLimits) {}

  get waiting(): number {
    return this.line.size;
  }

  /**
   * `deadlineAt`: milliseconds since 1970, when nobody waits for the answer any more.
   * @throws 503 when the line is full or too slow, or for who waited in it too long.
   */
  async run<T>(work: () => Promise<T>, deadlineAt: number): Promise<T> {
    if (this.running < this.limits.atOnce) this.running += 1;
    else await this.wait(deadlineAt - Date.now());
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.meanMs += (performance.now() - startedAt - this.meanMs) * WEIGHT;
      this.goOn();
    }
  }

  private wait(remainingMs: number): Promise<void> {
    const patienceMs = Math.min(this.limits.longestWaitMs, remainingMs - MARGIN * this.meanMs);
    if (this.line.size >= this.limits.longestLine || this.nextTurnInMs() > patienceMs) return Promise.reject(this.sentAway());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.line.delete(waiting);
        reject(this.sentAway());
      }, patienceMs);
      const waiting: Waiting = { begin: resolve, timer };
      this.line.add(waiting);
    });
  }

  /** Of who comes now, as far as the mean tells. */
  private nextTurnInMs(): number {
    return ((this.line.size + 1) * this.meanMs) / this.limits.atOnce;
  }

  /** The next in line takes the place that became free. */
  private goOn(): void {
    const [next] = this.line;
    if (next === undefined) {
      this.running -= 1;
      return;
    }
    this.line.delete(next);
    clearTimeout(next.timer);
    next.begin();
  }

  private sentAway(): ApiError {
    const servedPerSecond = (this.limits.atOnce * 1000) / this.meanMs;
    return apiErrors.unavailable({ retryAfterSeconds: this.appointments.next(servedPerSecond) });
  }
}
