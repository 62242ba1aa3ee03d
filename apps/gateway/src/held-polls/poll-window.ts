/** Calls that may be in progress to one process. */
export const CALLS_PER_PROCESS = 4;
/** A call that takes longer shows that the process has more to do than it can. Half of its deadline later it is repeated, which costs even more. */
const SLOW_MS = 1_000;
/** With fewer in each call, the calls cost more than the polls. */
const FEWEST = 25;

/**
 * How many polls one process has and may have from this gateway. It begins with those of one call. Each call that was fast adds a few, and each slow
 * one halves the number. So gateways find out what a process can do, whatever else its machine does and however many gateways there are.
 */
export class PollWindow {
  private calls = 0;
  private inProgress = 0;
  private size: number;

  constructor(private readonly batchSize: number) {
    this.size = batchSize;
  }

  /** Polls in progress. */
  get polls(): number {
    return this.inProgress;
  }

  get isFree(): boolean {
    return this.calls < CALLS_PER_PROCESS && this.room > 0;
  }

  /** How many polls may begin now. */
  get room(): number {
    return this.size - this.inProgress;
  }

  begin(polls: number): void {
    this.calls += 1;
    this.inProgress += polls;
  }

  end(polls: number, tookMs: number): void {
    this.calls -= 1;
    this.inProgress -= polls;
    if (tookMs >= SLOW_MS) this.size = Math.max(Math.min(FEWEST, this.batchSize), Math.floor(this.size / 2));
    else this.size = Math.min(this.batchSize * CALLS_PER_PROCESS, this.size + FEWEST);
  }

  isForgettable(isKnown: boolean): boolean {
    return this.calls === 0 && (!isKnown || this.size >= this.batchSize);
  }
}
