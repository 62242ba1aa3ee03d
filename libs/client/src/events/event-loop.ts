import type { ServerEvent } from '@parley/client-events';
import { ApiError, isTemporary } from '../api/api-error.js';
import { Backoff, type BackoffOptions, pause } from '../api/backoff.js';
import type { Caller } from '../api/client.js';
import { EventQueue, type QueuePosition, type RegisterParams, type Registration } from './event-queue.js';

/**
 * `connecting`: no registration yet. `catching-up`: connected again, and what happened meanwhile is not applied yet. `connected`: what is shown
 * is current. `offline`: the last request failed, and the next one is at `retryAt`. `stopped`: by the signal, or by an error.
 */
export type Connection =
  | { readonly kind: 'connecting' | 'catching-up' | 'connected' | 'stopped' }
  | { readonly kind: 'offline'; readonly retryAt: number; readonly error: unknown };

export interface EventLoopOptions {
  readonly register: RegisterParams;
  /** Goes on with a queue of an earlier loop, which may be gone. */
  readonly resume?: QueuePosition;
  /** A registration: everything that was known before is replaced. */
  readonly onSnapshot: (snapshot: Registration, queue: QueuePosition) => void | Promise<void>;
  /** The next events in order, each once. The following poll begins when it is done. */
  readonly onEvents: (events: readonly ServerEvent[], queue: QueuePosition) => void | Promise<void>;
  readonly onConnection?: (connection: Connection) => void;
  readonly backoff?: BackoffOptions;
  /** Keeps the queue on the server when the loop stops, to resume it. */
  readonly keepQueue?: boolean;
}

/** What the callbacks of the owner threw. It says nothing about the queue, and ends the loop. */
class CallbackError extends Error {}

/** Faster answers than this without events come from a second client that polls the same queue. */
const TOO_FAST_MS = 1_000;
const BAD_REQUEST = 400;
const NOT_FOUND = 404;
const GOODBYE_MS = 5_000;

/** Registers a queue, polls it, resumes after every break, and registers again when the queue is gone. */
export class EventLoop {
  private queue: EventQueue | undefined;
  private current: Connection = { kind: 'connecting' };
  private readonly backoff: Backoff;
  private waking = new AbortController();

  constructor(
    private readonly caller: Caller,
    private readonly options: EventLoopOptions,
  ) {
    this.backoff = new Backoff(options.backoff);
    if (options.resume) this.queue = new EventQueue(caller, options.resume);
    // What happened since is unknown until the first poll.
    if (this.queue) this.current = { kind: 'catching-up' };
  }

  get connection(): Connection {
    return this.current;
  }

  get position(): QueuePosition | undefined {
    return this.queue?.position;
  }

  /** Tries again at once, if it waits after a failure: the network is back, or the person looks at the page. */
  wake(): void {
    this.waking.abort();
    this.waking = new AbortController();
  }

  /** Runs until the signal is aborted. @throws ApiError for a refusal that will not pass, such as a key that is no longer valid */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) await this.step(signal);
    } catch (error) {
      if (!signal.aborted || !isTemporary(error)) throw error;
    } finally {
      this.show({ kind: 'stopped' });
      await this.end();
    }
  }

  private async step(signal: AbortSignal): Promise<void> {
    try {
      if (this.queue === undefined) await this.register(signal);
      else await this.poll(this.queue, signal);
      this.backoff.reset();
    } catch (error) {
      if (error instanceof CallbackError) throw error.cause;
      if (signal.aborted) return;
      if (this.queue !== undefined && isOfLostQueue(error)) {
        this.queue = undefined;
        this.show({ kind: 'connecting' });
        // When the server lost all queues, all clients come at once.
        return this.wait(this.backoff.after(undefined), signal);
      }
      if (!isTemporary(error)) throw error;
      const ms = this.backoff.after(error);
      this.show({ kind: 'offline', retryAt: Date.now() + ms, error });
      await this.wait(ms, signal);
    }
  }

  private async register(signal: AbortSignal): Promise<void> {
    const { queue, snapshot } = await EventQueue.register(this.caller, this.options.register, { signal });
    this.queue = queue;
    await called(() => this.options.onSnapshot(snapshot, queue.position));
    this.show({ kind: 'connected' });
  }

  /** After a break it does not wait for events: an answer without any shows that everything is there. */
  private async poll(queue: EventQueue, signal: AbortSignal): Promise<void> {
    const wait = this.current.kind === 'connected';
    const began = Date.now();
    const events = await queue.poll({ wait, signal });
    if (events.length > 0) await called(() => this.options.onEvents(events, queue.position));
    if (!wait) this.show({ kind: events.length > 0 ? 'catching-up' : 'connected' });
    else if (events.length === 0 && Date.now() - began < TOO_FAST_MS) await this.wait(TOO_FAST_MS, signal);
  }

  private wait(ms: number, signal: AbortSignal): Promise<void> {
    return pause(ms, AbortSignal.any([signal, this.waking.signal]));
  }

  private show(connection: Connection): void {
    if (connection.kind === this.current.kind && connection.kind !== 'offline') return;
    this.current = connection;
    this.options.onConnection?.(connection);
  }

  private async end(): Promise<void> {
    if (this.options.keepQueue || this.queue === undefined) return;
    // Without it the queue ends by itself, when it was not polled for long enough.
    await this.queue.delete({ timeoutMs: GOODBYE_MS }).catch(() => undefined);
  }
}

async function called(callback: () => void | Promise<void>): Promise<void> {
  try {
    await callback();
  } catch (cause) {
    throw new CallbackError('a callback failed', { cause });
  }
}

/** BAD_EVENT_QUEUE_ID, or a position that the queue does not have any more. */
function isOfLostQueue(error: unknown): boolean {
  return error instanceof ApiError && (error.status === BAD_REQUEST || error.status === NOT_FOUND);
}
