import type { ServerEvent } from '@parley/client-events';
import { sendMessage } from '@parley/contracts/messaging';
import { ApiError, isTemporary } from '../api/api-error.js';
import { Backoff, type BackoffOptions, pause } from '../api/backoff.js';
import type { Caller } from '../api/client.js';
import { Store } from '../state/store.js';

/** What a person writes. */
export type NewMessage =
  | { readonly type: 'channel'; readonly to: number; readonly topic: string; readonly content: string }
  | { readonly type: 'direct'; readonly to: readonly number[]; readonly content: string };

/** A message that is shown before the server has it. */
export interface PendingMessage {
  readonly localId: string;
  /** Set before the first attempt and kept: the server knows a repeated send by both. */
  readonly queueId: string | undefined;
  readonly message: NewMessage;
  /** Milliseconds since the epoch. */
  readonly writtenAt: number;
  /** `refused`: it is kept until it is sent again or discarded, so that no text is lost. */
  readonly status: 'waiting' | 'sending' | 'sent' | 'refused';
  /** Of `sent`: until its event arrives. */
  readonly id?: number;
  /** Of `refused`. */
  readonly reason?: string;
}

/** Keeps what is not sent yet, such as over a reload of the page. */
export interface OutboxStorage {
  readonly load: () => Promise<readonly PendingMessage[]>;
  readonly save: (pending: readonly PendingMessage[]) => Promise<void>;
}

export interface OutboxOptions {
  readonly caller: Caller;
  /** The queue that receives the events of the sent messages. Undefined while there is none: then nothing is sent. */
  readonly queueId: () => string | undefined;
  readonly storage?: OutboxStorage;
  readonly backoff?: BackoffOptions;
}

const SEND_TIMEOUT_MS = 20_000;
const ID_BYTES = 16;
const UNAUTHORIZED = 401;

/** `crypto.randomUUID` is missing in pages that were not loaded over TLS. */
function newLocalId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Says nothing about the message: it is sent when the person is signed in again. */
function isOfSession({ status, code }: ApiError): boolean {
  return status === UNAUTHORIZED || code === 'CSRF_FAILED';
}

/** Sends messages in the order in which they were written, each once, as soon as there is a connection. */
export class Outbox {
  readonly store = new Store<readonly PendingMessage[]>([]);
  /** Whether the storage keeps what is pending. Messages that a full storage refuses are sent all the same, but do not survive the page. */
  readonly isKept = new Store(true);
  private readonly backoff: Backoff;
  private waking = new AbortController();
  private saved: Promise<void> = Promise.resolve();

  constructor(private readonly options: OutboxOptions) {
    this.backoff = new Backoff(options.backoff);
  }

  /** Adds a message, and returns the id by which it is known here. */
  send(message: NewMessage): string {
    const localId = newLocalId();
    this.change((pending) => [...pending, { localId, queueId: undefined, message, writtenAt: Date.now(), status: 'waiting' }]);
    return localId;
  }

  /** Sends a refused message again, perhaps with another text. The server has not stored it. */
  retry(localId: string, message?: NewMessage): void {
    this.changeOne(localId, ({ reason: _, ...pending }) => ({ ...pending, status: 'waiting', message: message ?? pending.message }));
  }

  /** Forgets a message that is not being sent. */
  discard(localId: string): void {
    this.change((pending) => pending.filter((entry) => entry.localId !== localId || entry.status === 'sending'));
  }

  /** `organization.follow((events) => outbox.apply(events))`: a message that arrived is no longer pending. */
  apply(events: readonly ServerEvent[]): void {
    for (const event of events) {
      if (event.type !== 'message') continue;
      const { local_message_id: localId, message } = event;
      this.change((pending) => {
        const remaining = pending.filter((entry) => entry.localId !== localId && entry.id !== message.id);
        return remaining.length === pending.length ? pending : remaining;
      });
    }
  }

  /** Tries at once, if it waits after a failure or for a queue. */
  wake(): void {
    this.waking.abort();
    this.waking = new AbortController();
  }

  /** Sends until the signal is aborted. @throws ApiError when the session has ended: what was not sent waits */
  async run(signal: AbortSignal): Promise<void> {
    const stored = await this.load();
    // Whether an interrupted send was carried out is unknown. Repeating it with the same ids is safe.
    const kept = stored.map((entry): PendingMessage => (entry.status === 'sending' ? { ...entry, status: 'waiting' } : entry));
    this.change((pending) => [...kept.filter((entry) => entry.status !== 'sent'), ...pending]);
    const end = this.store.subscribe(() => this.wake());
    try {
      while (!signal.aborted) await this.step(signal);
    } finally {
      end();
      await this.saved;
    }
  }

  private async load(): Promise<readonly PendingMessage[]> {
    try {
      return (await this.options.storage?.load()) ?? [];
    } catch {
      this.isKept.update(() => false);
      return [];
    }
  }

  private async step(signal: AbortSignal): Promise<void> {
    // The store may change from here on, which aborts this signal.
    const changed = this.waking.signal;
    const next = this.store.get().find(({ status }) => status === 'waiting');
    const queueId = next?.queueId ?? this.options.queueId();
    if (next === undefined || queueId === undefined) {
      await pause(next === undefined ? 3_600_000 : 1_000, AbortSignal.any([signal, changed]));
      return;
    }
    this.changeOne(next.localId, (pending) => ({ ...pending, queueId, status: 'sending' }));
    // First its ids are safe, then it is sent.
    await this.saved;
    try {
      const { id } = await this.options.caller.call(
        sendMessage,
        { ...next.message, queue_id: queueId, local_id: next.localId, read_by_sender: true },
        { signal, timeoutMs: SEND_TIMEOUT_MS },
      );
      this.backoff.reset();
      this.changeOne(next.localId, (pending) => ({ ...pending, status: 'sent', id }));
    } catch (error) {
      await this.failed(next, error, signal);
    }
  }

  private async failed({ localId }: PendingMessage, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof ApiError && !isTemporary(error) && !isOfSession(error)) {
      this.changeOne(localId, (pending) => ({ ...pending, status: 'refused', reason: error.message }));
      return;
    }
    this.changeOne(localId, (pending) => ({ ...pending, status: 'waiting' }));
    if (signal.aborted) return;
    if (!isTemporary(error)) throw error;
    await pause(this.backoff.after(error), AbortSignal.any([signal, this.waking.signal]));
  }

  private changeOne(localId: string, change: (pending: PendingMessage) => PendingMessage): void {
    this.change((pending) => pending.map((entry) => (entry.localId === localId ? change(entry) : entry)));
  }

  private change(change: (pending: readonly PendingMessage[]) => readonly PendingMessage[]): void {
    const before = this.store.get();
    this.store.update(change);
    const pending = this.store.get();
    const { storage } = this.options;
    if (pending === before || !storage) return;
    this.saved = this.saved
      .then(() => storage.save(pending))
      .then(
        () => this.isKept.update(() => true),
        () => this.isKept.update(() => false),
      );
  }
}
