/** Calls that a process remembers. Calls beyond them are refused. */
const MAX_SEEN_CALLS = 500_000;
/** How far in the future the deadline of a call may be. */
const MAX_CALL_MS = 300_000;
const SECOND_MS = 1_000;

export type Verdict = 'new' | 'seen' | 'too-late' | 'too-far' | 'full';

/** Remembers each call until its deadline, so that a recorded call cannot be executed again. */
export class SeenCalls {
  /** Ids by the second in which they are forgotten. */
  private readonly bySecond = new Map<number, Set<string>>();
  private size = 0;
  private forgottenUntil = 0;

  constructor(private readonly limit = MAX_SEEN_CALLS) {}

  note(id: string, deadlineAt: number, now = Date.now()): Verdict {
    if (!(deadlineAt > now)) return 'too-late';
    if (deadlineAt > now + MAX_CALL_MS) return 'too-far';
    this.forget(Math.floor(now / SECOND_MS));
    const second = Math.floor(deadlineAt / SECOND_MS);
    const ids = this.bySecond.get(second) ?? new Set();
    if (ids.has(id)) return 'seen';
    if (this.size >= this.limit) return 'full';
    this.bySecond.set(second, ids.add(id));
    this.size += 1;
    return 'new';
  }

  private forget(second: number): void {
    if (second <= this.forgottenUntil) return;
    this.forgottenUntil = second;
    for (const [each, ids] of this.bySecond) {
      if (each >= second) continue;
      this.bySecond.delete(each);
      this.size -= ids.size;
    }
  }
}
