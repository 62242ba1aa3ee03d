import type { ClientEvent } from '@parley/client-events';
import { getEvents } from '@parley/contracts/event-queue';
import type { Actor } from './actor.js';

/** The queue of a registration. */
interface Queue {
  readonly queue_id: string | null;
  readonly last_event_id: number;
}

const TIMEOUT_MS = 10_000;

/**
 * The next `count` events of a queue that match, without their ids. A poll answers as soon as there is one event, so several may take
 * several polls. Other tests cause events at the same time, so `isMeant` selects; its second argument is the number of events selected so
 * far.
 */
export async function receiveEvents(
  actor: Actor,
  { queue_id, last_event_id }: Queue,
  count: number,
  isMeant: (event: ClientEvent, before: number) => boolean = () => true,
): Promise<ClientEvent[]> {
  const received: ClientEvent[] = [];
  const until = Date.now() + TIMEOUT_MS;
  for (let last = last_event_id; received.length < count; ) {
    if (Date.now() > until) throw new Error(`only ${received.length} of ${count} events arrived: ${JSON.stringify(received)}`);
    const { events } = await actor.ok(getEvents, { queue_id, last_event_id: last }, { timeoutMs: TIMEOUT_MS });
    last = events.at(-1)?.id ?? last;
    for (const { id: _, ...event } of events) if (isMeant(event, received.length)) received.push(event);
  }
  return received;
}
