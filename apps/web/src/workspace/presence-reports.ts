import type { Caller } from '@parley/client';
import { reportPresence } from '@parley/contracts/settings';

/** A person who has not pressed a key or moved the pointer for this time is idle. */
const IDLE_AFTER_MS = 5 * 60_000;

/** Tells the server while the page is open whether the person uses it. Others see it as their presence. */
export class PresenceReports {
  private usedAt = Date.now();
  private isUsedSinceReport = true;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly caller: Caller,
    private readonly intervalMs: () => number,
    private readonly hasFocus: () => boolean,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => clearTimeout(this.timer));
  }

  /** The person pressed a key or moved the pointer. After a pause, others learn of it at once. */
  used(): void {
    const wasIdle = this.isIdle;
    this.usedAt = Date.now();
    this.isUsedSinceReport = true;
    if (wasIdle && this.timer !== undefined) this.report();
  }

  /** Reports now, and then regularly. What gets lost is reported again. */
  report(): void {
    clearTimeout(this.timer);
    if (this.signal.aborted) return;
    const status = this.hasFocus() && !this.isIdle ? 'active' : 'idle';
    const params = { status, ping_only: true, slim_presence: true, new_user_input: this.isUsedSinceReport };
    this.isUsedSinceReport = false;
    this.caller.call(reportPresence, params, { signal: this.signal }).catch(() => undefined);
    this.timer = setTimeout(() => this.report(), this.intervalMs());
  }

  private get isIdle(): boolean {
    return Date.now() - this.usedAt > IDLE_AFTER_MS;
  }
}
