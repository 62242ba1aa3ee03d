import { type ClientEvent, getEvents } from '@parley/contracts';
import type { Actor } from './actor.js';

/** What a registration says of its queue. */
interface Queue {
  readonly queue_id: string | null;
  readonly last_event_id: number;
}

const TIMEOUT_MS = 10_000;

/** The next `count` events of a queue that are meant: a poll answers as soon as there is one, so several may take several polls. Without their ids. */
export async function hearEvents(
  actor: Actor,
  { queue_id, last_event_id }: Queue,
  count: number,
  isMeant: (event: ClientEvent) => boolean = () => true,
): Promise<ClientEvent[]> {
  const heard: ClientEvent[] = [];
  const until = Date.now() + TIMEOUT_MS;
  for (let last = last_event_id; heard.length < count; ) {
    if (Date.now() > until) throw new Error(`only ${heard.length} of ${count} events came: ${JSON.stringify(heard)}`);
    const { events } = await actor.ok(getEvents, { queue_id, last_event_id: last }, { timeoutMs: TIMEOUT_MS });
    last = events.at(-1)?.id ?? last;
    heard.push(...events.map(({ id: _, ...event }) => event).filter((event) => isMeant(event)));
  }
  return heard;
}
