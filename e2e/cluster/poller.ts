import { ApiError, type Caller, EventLoop, EventQueue, type QueuePosition, type RegisterParams } from '@parley/client';
import { getEvents } from '@parley/contracts/event-queue';
import { z } from 'zod';
import type { Actor } from '../client/actor.js';

/** The compared properties of events about messages. */
const polledEvent = z.object({
  id: z.int(),
  type: z.string(),
  message: z.object({ id: z.int(), content: z.string() }).optional(),
  message_id: z.int().optional(),
  message_ids: z.array(z.int()).optional(),
  content: z.string().optional(),
  subject: z.string().optional(),
  new_stream_id: z.int().optional(),
  op: z.string().optional(),
  flag: z.string().optional(),
  messages: z.array(z.int()).optional(),
});
export type PolledEvent = Readonly<z.infer<typeof polledEvent>>;

const RETRY_MS = 100;
const REGISTER: RegisterParams = {
  event_types: ['message', 'update_message', 'delete_message', 'update_message_flags'],
  fetch_event_types: ['message'],
  apply_markdown: false,
};

/**
 * One client app: the event loop of libs/client, which resumes after every fault with its last event id. A lost queue is a fault of the server:
 * nothing here takes long enough for an idle timeout.
 */
export class Poller {
  private readonly ending = new AbortController();
  private loop: Promise<void> | undefined;
  private position: QueuePosition | undefined;
  /** Polls without an answer or with 503, which were repeated. */
  retries = 0;

  constructor(
    private readonly actor: Actor,
    private readonly onEvent: (event: PolledEvent) => void,
    private readonly onFailure: (error: Error) => void,
  ) {}

  get queueId(): string {
    return this.position?.queueId ?? '';
  }

  async register(): Promise<void> {
    const { queue } = await EventQueue.register(this.actor.caller, REGISTER);
    this.position = queue.position;
  }

  start(): void {
    const loop = new EventLoop(this.strict, {
      ...(this.position && { resume: this.position }),
      register: REGISTER,
      backoff: { firstMs: RETRY_MS, longestMs: RETRY_MS },
      onSnapshot: () => {
        throw new Error(`the queue ${this.queueId} is gone`);
      },
      onEvents: (events) => {
        for (const event of events) this.onEvent(polledEvent.parse(event));
      },
      onConnection: (connection) => {
        if (connection.kind === 'offline') this.noteFailure(connection.error);
      },
    });
    this.loop = loop.run(this.ending.signal).catch((error: unknown) => this.fail(error));
  }

  /** Ends the held poll, and deletes the queue. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.loop;
  }

  /** The loop drops events that it had before. Here they are faults of the server, which keeps the order of each queue. */
  private readonly strict: Caller = {
    call: async (endpoint, params, options) => {
      const answer = await this.actor.caller.call(endpoint, params, options);
      if (endpoint.name === getEvents.name) this.expectOrder(Object(params).last_event_id, Object(answer).events);
      return answer;
    },
  };

  private expectOrder(lastEventId: number, events: readonly { readonly id: number; readonly type: string }[]): void {
    let last = lastEventId;
    for (const { id, type } of events) {
      // A heartbeat repeats the last id: it acknowledges nothing new.
      if (type !== 'heartbeat' && id <= last) this.fail(new Error(`${this.queueId}: event ${id} after ${last}`));
      last = Math.max(last, id);
    }
  }

  private noteFailure(error: unknown): void {
    this.retries += 1;
    if (error instanceof ApiError && error.status !== 503 && error.status !== 429) this.fail(error);
  }

  private fail(error: unknown): void {
    this.onFailure(error instanceof Error ? error : new Error(String(error)));
  }
}
