import type { Caller } from '@parley/client';
import { setTyping } from '@parley/contracts/messaging';
import { type Destination, draftName } from '../places/destination.js';

export interface TypingPeriods {
  /** A start is repeated after this time. */
  readonly repeatMs: number;
  /** After this time without typing, the person has stopped. */
  readonly pauseMs: number;
}

interface Begun {
  readonly destination: Destination;
  readonly name: string;
  readonly toldAt: number;
}

/** Tells others that the person is typing. What gets lost does not matter: others forget it after a while. */
export class TypingNotices {
  private begun: Begun | undefined;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly caller: Caller,
    private readonly periods: () => TypingPeriods,
    /** Whether the person tells others, in channels or in direct messages. */
    private readonly isOn: (destination: Destination) => boolean,
    signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => clearTimeout(this.pause));
  }

  /** A key was pressed. */
  typed(destination: Destination): void {
    if (!this.isOn(destination)) return;
    const { repeatMs, pauseMs } = this.periods();
    const name = draftName(destination);
    if (this.begun !== undefined && this.begun.name !== name) this.stopped();
    const now = Date.now();
    if (this.begun === undefined || now - this.begun.toldAt >= repeatMs) {
      this.begun = { destination, name, toldAt: now };
      this.tell(destination, 'start');
    }
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.stopped(), pauseMs);
  }

  /** The text was sent or removed, or another one is written. */
  stopped(): void {
    clearTimeout(this.pause);
    const { begun } = this;
    this.begun = undefined;
    if (begun !== undefined) this.tell(begun.destination, 'stop');
  }

  private tell(destination: Destination, op: 'start' | 'stop'): void {
    // In a channel without a topic there is no conversation yet, and messages to oneself have no other reader.
    if (destination.kind === 'channel' || (destination.kind === 'direct' && destination.userIds.length === 0)) return;
    const params =
      destination.kind === 'direct'
        ? { op, type: 'direct', to: [...destination.userIds] }
        : { op, type: 'channel', stream_id: destination.channelId, topic: destination.topic };
    this.caller.call(setTyping, params).catch(() => undefined);
  }
}
