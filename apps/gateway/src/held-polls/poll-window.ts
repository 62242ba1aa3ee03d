/** Calls that may be in progress to one process. */
export const CALLS_PER_PROCESS = 4;
/** A call that takes longer shows that the process has more to do than it can. */
const SLOW_MS = 1_000;
/** After a call that took this long or failed, other processes are asked for a while. */
const AVOIDED_AFTER_MS = 2_000;
const AVOIDED_FOR_MS = 2_000;
/** Polls that a fast call adds to the window. */
const STEP = 25;
/** Factors of the size of one full call. */
const SMALLEST = 0.5;
const LARGEST = 2;

/**
 * How many polls one process has and may have from this gateway. The window begins with the polls of one full call. It grows with each fast call that
 * filled the window, and a slow one halves it. So gateways find out what a process can do, whatever else its machine does and however many gateways
 * there are.
 */
export class PollWindow {
  /** Whether the next call has polls for any process, if there are also polls for this one. */
  sharedIsNext = false;
  private calls = 0;
  private inProgress = 0;
  private size: number;
  private halvedAt = Number.NEGATIVE_INFINITY;
  private avoidedUntil = Number.NEGATIVE_INFINITY;
  private wasFull = false;

  constructor(private readonly batchSize: number) {
    this.size = batchSize;
  }

  get isIdle(): boolean {
    return this.calls === 0;
  }

  get isFree(): boolean {
    return this.calls < CALLS_PER_PROCESS && this.room > 0;
  }

  /** How many polls may begin now. */
  get room(): number {
    return this.size - this.inProgress;
  }

  /** The part of the window that is used, from 0 to 1. */
  get load(): number {
    return this.inProgress / this.size;
  }

  /** Whether others should be asked, because a call failed or took very long. */
  isAvoided(now: number): boolean {
    return now < this.avoidedUntil;
  }

  begin(polls: number): void {
    this.calls += 1;
    this.inProgress += polls;
    this.wasFull ||= this.room <= 0;
  }

  end(call: { readonly polls: number; readonly startedAt: number; readonly failed: boolean }, now: number): void {
    this.calls -= 1;
    this.inProgress -= call.polls;
    const tookMs = now - call.startedAt;
    if (call.failed || tookMs >= AVOIDED_AFTER_MS) this.avoidedUntil = now + AVOIDED_FOR_MS;
    if (call.failed || tookMs >= SLOW_MS) {
      // Calls that overlapped the slow one say nothing new.
      if (call.startedAt >= this.halvedAt) this.size = Math.max(this.batchSize * SMALLEST, Math.floor(this.size / 2));
      this.halvedAt = now;
    } else if (this.wasFull) {
      this.size = Math.min(this.batchSize * LARGEST, this.size + STEP);
    }
    this.wasFull = false;
  }
}
