import type { ClientEvent } from '@parley/client-events';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import type { Actor } from './actor.js';

/** An event queue that is polled like by a client. */
export class Listener {
  private constructor(
    private readonly actor: Actor,
    private readonly queueId: string,
    private lastEventId: number,
  ) {}

  /** Registers a queue that receives these types from now on. */
  static async begin(actor: Actor, eventTypes: readonly string[], params: Readonly<Record<string, unknown>> = {}): Promise<Listener> {
    const registered = await actor.ok(registerQueue, { event_types: [...eventTypes], fetch_event_types: [], ...params });
    if (registered.queue_id === null) throw new Error('no queue was made');
    return new Listener(actor, registered.queue_id, registered.last_event_id);
  }

  /** Returns the next matching event and skips those before it. */
  async hearUntil(isMeant: (event: ClientEvent) => boolean): Promise<ClientEvent> {
    for (;;) {
      const { events } = await this.actor.ok(getEvents, { queue_id: this.queueId, last_event_id: this.lastEventId });
      const meant = events.find((event) => isMeant(event));
      this.lastEventId = (meant ?? events.at(-1))?.id ?? this.lastEventId;
      if (meant === undefined) continue;
      const { id: _, ...event } = meant;
      return event;
    }
  }

  /** Returns the next events without their ids; waits until there are `count`. */
  async receive(count: number): Promise<Record<string, unknown>[]> {
    const received: Record<string, unknown>[] = [];
    while (received.length < count) {
      const { events } = await this.actor.ok(getEvents, { queue_id: this.queueId, last_event_id: this.lastEventId });
      received.push(...events.filter(({ type }) => type !== 'heartbeat').map(({ id: _, ...event }) => event));
      this.lastEventId = events.at(-1)?.id ?? this.lastEventId;
    }
    return received;
  }
}
