const BEAT_MS = 1_000;
/** The time for which a probe of the chart waits for its answer. Parley's own work never blocks the event loop nearly that long. */
export const MAX_BLOCKED_MS = 5_000;
/** How long a block is reported after its end. At least the interval of probes, so that one of them sees it. */
export const REPORTED_MS = 15_000;

/**
 * Notices that the event loop was blocked. A probe during a block gets no answer, so the prober notices that itself. But most blocks end
 * between two probes. This class notices them, because its timer fires too late.
 */
export class EventLoopWatch {
  private beatAt: number;
  private last: { readonly blockedMs: number; readonly endedAt: number } | undefined;
  private readonly timer = setInterval(() => this.beat(), BEAT_MS).unref();

  constructor(private readonly now: () => number = () => performance.now()) {
    this.beatAt = now();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Milliseconds of the last block above {@link MAX_BLOCKED_MS}, if it ended recently. */
  recentBlockMs(): number | undefined {
    // After a block the probe can be read before the timer runs.
    this.beat();
    return this.last !== undefined && this.now() - this.last.endedAt <= REPORTED_MS ? this.last.blockedMs : undefined;
  }

  private beat(): void {
    const now = this.now();
    // How late the timer is. The block began up to a beat earlier.
    const blockedMs = now - this.beatAt - BEAT_MS;
    this.beatAt = now;
    if (blockedMs > MAX_BLOCKED_MS) this.last = { blockedMs, endedAt: now };
  }
}
