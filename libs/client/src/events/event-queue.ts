import type { ServerEvent } from '@parley/client-events';
import type { ParamsToSend } from '@parley/contracts';
import { deleteQueue, getEvents, type RegisteredFields, registerQueue } from '@parley/contracts/event-queue';
import type { Caller, CallOptions } from '../api/client.js';

export type RegisterParams = ParamsToSend<typeof registerQueue.params>;

/** The answer to a registration. */
export type Registration = Readonly<Partial<RegisteredFields>> & {
  readonly queue_id: string | null;
  readonly last_event_id: number;
  readonly event_queue_longpoll_timeout_seconds: number;
};

/** What a client needs to go on where it stopped. */
export interface QueuePosition {
  readonly queueId: string;
  readonly lastEventId: number;
}

/** A server that is alive answers a poll within its timeout. This much later it is given up. */
const LATE_MS = 15_000;
const DEFAULT_LONGPOLL_SECONDS = 90;
const REGISTER_TIMEOUT_MS = 60_000;

/** An event queue, polled by one client. Returns each event once, in order, also if a poll is repeated. */
export class EventQueue {
  constructor(
    private readonly caller: Caller,
    private at: QueuePosition,
    private readonly longpollSeconds = DEFAULT_LONGPOLL_SECONDS,
  ) {}

  /** Registers a queue. The snapshot and the later events together are the state at any moment. */
  static async register(
    caller: Caller,
    params: RegisterParams,
    options: CallOptions = {},
  ): Promise<{ readonly queue: EventQueue; readonly snapshot: Registration }> {
    const snapshot = (await caller.call(registerQueue, params, { timeoutMs: REGISTER_TIMEOUT_MS, ...options })) as Registration;
    const { queue_id: queueId, last_event_id: lastEventId, event_queue_longpoll_timeout_seconds: seconds } = snapshot;
    if (queueId === null) throw new Error('The server made no queue: visitors without credentials have none');
    return { queue: new EventQueue(caller, { queueId, lastEventId }, seconds), snapshot };
  }

  get position(): QueuePosition {
    return this.at;
  }

  /** The next events. Waits for the first one unless `wait` is false; then, or after a heartbeat, there may be none. */
  async poll({ wait = true, ...options }: CallOptions & { readonly wait?: boolean } = {}): Promise<ServerEvent[]> {
    const { queueId, lastEventId } = this.at;
    const timeoutMs = this.longpollSeconds * 1_000 + LATE_MS;
    const params = { queue_id: queueId, last_event_id: lastEventId, ...(wait ? {} : { dont_block: true }) };
    const { events } = await this.caller.call(getEvents, params, { timeoutMs, ...options });
    return this.take(events as readonly ServerEvent[]);
  }

  /** Ends the queue on the server. */
  async delete(options: CallOptions = {}): Promise<void> {
    await this.caller.call(deleteQueue, { queue_id: this.at.queueId }, options);
  }

  /** A repeated answer has events that were returned before. A heartbeat repeats the last id. */
  private take(events: readonly ServerEvent[]): ServerEvent[] {
    let { lastEventId } = this.at;
    const fresh = events.filter(({ id, type }) => {
      const isNew = id > lastEventId;
      lastEventId = Math.max(lastEventId, id);
      return isNew && type !== 'heartbeat';
    });
    this.at = { ...this.at, lastEventId };
    return fresh;
  }
}
