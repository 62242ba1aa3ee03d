import { setTimeout as delay } from 'node:timers/promises';
import { deleteQueue, getEvents, registerQueue } from '@parley/contracts/event-queue';
import { z } from 'zod';
import type { Actor } from '../client/actor.js';
import { NoAnswer } from '../client/http.js';

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

/**
 * One client app: registers a queue, then polls forever, resuming after every fault with its last event id. A lost queue is a fault of the
 * server: nothing here takes long enough for an idle timeout.
 */
export class Poller {
  private running = true;
  private loop: Promise<void> | undefined;
  private lastEventId = -1;
  queueId = '';
  /** Polls without an answer or with 503, which were repeated. */
  retries = 0;

  constructor(
    private readonly actor: Actor,
    private readonly onEvent: (event: PolledEvent) => void,
    private readonly onFailure: (error: Error) => void,
  ) {}

  async register(): Promise<void> {
    const registered = await this.actor.ok(registerQueue, {
      event_types: ['message', 'update_message', 'delete_message', 'update_message_flags'],
      fetch_event_types: ['message'],
      apply_markdown: false,
    });
    if (registered.queue_id === null) throw new Error('registration returned no queue');
    this.queueId = registered.queue_id;
    this.lastEventId = registered.last_event_id;
  }

  start(): void {
    this.loop = this.run().catch((error: unknown) => this.onFailure(error instanceof Error ? error : new Error(String(error))));
  }

  /** Ends after the current poll; deletes the queue, which also ends a held poll. */
  async stop(): Promise<void> {
    this.running = false;
    await this.actor.call(deleteQueue, { queue_id: this.queueId });
    await this.loop;
  }

  private async run(): Promise<void> {
    while (this.running) {
      try {
        const answer = await this.actor.call(getEvents, { queue_id: this.queueId, last_event_id: this.lastEventId });
        if (answer.status === 503 || answer.status === 429) {
          await this.pause();
        } else if (answer.status !== 200) {
          if (!this.running) return;
          throw new Error(`poll of ${this.queueId} failed: ${JSON.stringify(answer.body)}`);
        } else {
          this.take(z.array(polledEvent).parse(answer.body.events));
        }
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        await this.pause();
      }
    }
  }

  private take(events: readonly PolledEvent[]): void {
    for (const event of events) {
      // A heartbeat repeats the last id: it acknowledges nothing new.
      if (event.type !== 'heartbeat') this.onEvent(event);
      this.lastEventId = Math.max(this.lastEventId, event.id);
    }
  }

  private async pause(): Promise<void> {
    this.retries += 1;
    await delay(RETRY_MS);
  }
}
