import { EventQueue, type RegisterParams, type ServerEvent } from '@parley/client';
import type { ClientEvent } from '@parley/client-events';
import type { Actor } from './actor.js';

/** An event queue that is polled like by a client. */
export class Listener {
  /** Received and not returned yet. */
  private waiting: ServerEvent[] = [];

  private constructor(private readonly queue: EventQueue) {}

  /** Registers a queue that receives these types from now on. */
  static async begin(actor: Actor, eventTypes: readonly string[], params: RegisterParams = {}): Promise<Listener> {
    const { queue } = await EventQueue.register(actor.caller, { event_types: [...eventTypes], fetch_event_types: [], ...params });
    return new Listener(queue);
  }

  /** Returns the next matching event and skips those before it. */
  async hearUntil(isMeant: (event: ClientEvent) => boolean): Promise<ClientEvent> {
    for (;;) {
      const { id: _, ...event } = await this.next();
      if (isMeant(event)) return event;
    }
  }

  /** Returns the next events without their ids; waits until there are `count`. */
  async receive(count: number): Promise<Record<string, unknown>[]> {
    const received: Record<string, unknown>[] = [];
    while (received.length < count || this.waiting.length > 0) {
      const { id: _, ...event } = await this.next();
      received.push(event);
    }
    return received;
  }

  private async next(): Promise<ServerEvent> {
    for (;;) {
      const event = this.waiting.shift();
      if (event !== undefined) return event;
      this.waiting = await this.queue.poll();
    }
  }
}
