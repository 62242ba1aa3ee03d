import { type Caller, patiently } from '@parley/client';
import { updateMessageFlags } from '@parley/contracts/messaging';

const GATHER_MS = 500;
const MOST_AT_ONCE = 1_000;

/** Tells the server which messages were read: together, once each, and again until it answers. */
export class ReadMarker {
  private readonly noted = new Set<number>();
  private waiting: number[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly caller: Caller,
    private readonly signal: AbortSignal,
    private readonly gatherMs = GATHER_MS,
  ) {
    signal.addEventListener('abort', () => clearTimeout(this.timer));
  }

  /** Messages that were seen and are unread. */
  note(ids: readonly number[]): void {
    const fresh = ids.filter((id) => !this.noted.has(id));
    if (fresh.length === 0 || this.signal.aborted) return;
    for (const id of fresh) this.noted.add(id);
    this.waiting.push(...fresh);
    this.timer ??= setTimeout(() => this.flush(), this.gatherMs);
  }

  /** The server has changed these: they are read, or unread again and reported again when they are seen. */
  forget(ids: readonly number[]): void {
    for (const id of ids) this.noted.delete(id);
  }

  /** Resolves when everything that was noted was sent. */
  async settled(): Promise<void> {
    if (this.timer !== undefined) this.flush();
    await this.sending;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const ids = this.waiting;
    this.waiting = [];
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      const messages = ids.slice(at, at + MOST_AT_ONCE);
      this.sending = this.sending.then(() => this.send(messages));
    }
  }

  private async send(messages: number[]): Promise<void> {
    try {
      await patiently(
        () => this.caller.call(updateMessageFlags, { messages, op: 'add', flag: 'read' }, { signal: this.signal }),
        this.signal,
      );
    } catch {
      // A refusal: the message is gone. The next registration has the right counts.
      this.forget(messages);
    }
  }
}
