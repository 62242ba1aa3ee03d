import { setTimeout as delay } from 'node:timers/promises';
import { deleteQueue, getEvents, registerQueue } from '@parley/contracts/event-queue';
import { z } from 'zod';
import type { Actor } from '../../client/actor.js';
import { NoAnswer } from '../../client/http.js';

const RETRY_MS = 100;

const messageEvent = z.object({ id: z.int(), type: z.string(), message: z.object({ content: z.string() }).optional() });

/** One queue of a client, and the contents of the messages that it delivered, in order. */
export interface Registration {
  readonly queueId: string;
  readonly lastEventId: number;
  readonly received: string[];
  readonly eventIds: number[];
  hasEnded: boolean;
}

/** A client app that polls, and registers again when its queue has ended. */
export class RenewingClient {
  readonly registrations: Registration[] = [];
  private isRunning = true;
  private loop: Promise<void> | undefined;

  constructor(
    readonly userId: number,
    private readonly actor: Actor,
    private readonly onFailure: (text: string) => void,
  ) {}

  get current(): Registration | undefined {
    const last = this.registrations.at(-1);
    return last?.hasEnded === false ? last : undefined;
  }

  start(): void {
    this.loop = this.run().catch((error: unknown) => this.onFailure(error instanceof Error ? error.message : String(error)));
  }

  /** Deletes the queue, which also ends a held poll. */
  async stop(): Promise<void> {
    if (this.isRunning && this.current !== undefined) {
      this.isRunning = false;
      await unlessUnanswered(this.actor.call(deleteQueue, { queue_id: this.current.queueId }));
    }
    this.isRunning = false;
    await this.loop;
  }

  private async run(): Promise<void> {
    while (this.isRunning) {
      const registration = await this.register();
      if (registration === undefined) {
        await delay(RETRY_MS);
        continue;
      }
      this.registrations.push(registration);
      while (this.isRunning && !registration.hasEnded) await this.poll(registration);
    }
  }

  private async register(): Promise<Registration | undefined> {
    const answer = await unlessUnanswered(
      this.actor.call(registerQueue, { event_types: ['message'], fetch_event_types: ['message'], apply_markdown: false }),
    );
    if (answer === undefined || answer.status === 503 || answer.status === 429) return undefined;
    const { queue_id: queueId, last_event_id: lastEventId } = answer.body;
    if (answer.status !== 200 || queueId === null)
      throw new Error(`a registration failed: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    return { queueId, lastEventId, received: [], eventIds: [], hasEnded: false };
  }

  private async poll(registration: Registration): Promise<void> {
    const last = registration.eventIds.at(-1) ?? registration.lastEventId;
    const answer = await unlessUnanswered(this.actor.call(getEvents, { queue_id: registration.queueId, last_event_id: last }));
    if (answer === undefined || answer.status === 503 || answer.status === 429) {
      await delay(RETRY_MS);
    } else if (answer.body.code === 'BAD_EVENT_QUEUE_ID') {
      // At the end, this client deletes the queue itself.
      registration.hasEnded = this.isRunning;
      if (!this.isRunning) return;
    } else if (answer.status === 200) {
      for (const { id, type, message } of z.array(messageEvent).parse(answer.body.events)) {
        if (type === 'heartbeat') continue;
        registration.eventIds.push(id);
        if (message !== undefined) registration.received.push(message.content);
      }
    } else {
      throw new Error(`a poll failed: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
}

/** Undefined if there was no answer. */
export async function unlessUnanswered<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}
