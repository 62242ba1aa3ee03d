import { EventQueue } from '@parley/client';
import type { ClientEvent } from '@parley/client-events';
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
  if (queue_id === null) throw new Error('there is no queue');
  const queue = new EventQueue(actor.caller, { queueId: queue_id, lastEventId: last_event_id });
  const received: ClientEvent[] = [];
  const until = Date.now() + TIMEOUT_MS;
  while (received.length < count) {
    if (Date.now() > until) throw new Error(`only ${received.length} of ${count} events arrived: ${JSON.stringify(received)}`);
    const events = await queue.poll({ timeoutMs: TIMEOUT_MS });
    for (const { id: _, ...event } of events) if (isMeant(event, received.length)) received.push(event);
  }
  return received;
}
