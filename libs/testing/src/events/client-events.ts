import { type ClientEvent, FAN_OUTS, type QueueView } from '@parley/client-events';
import { eventId, type LoggedEvent } from '@parley/contracts';
import { namesType } from '@parley/contracts/event-queue';
import type { AudienceIndex } from './audience-index.js';
import { expectDescribed } from './expect-described.js';

export type IdentifiedEvent = ClientEvent & { readonly id: number };

/**
 * The client events that a queue receives for logged events: a simple reference for the fan-out. `index` is the state before the first of them.
 * @throws Error for an event that does not match its declaration for clients
 */
export function clientEvents(events: readonly LoggedEvent[], queue: QueueView, index: AudienceIndex): IdentifiedEvent[] {
  const known = index.copy();
  return events.flatMap((event) => {
    const declared = FAN_OUTS.get(event.type);
    if (declared === undefined) throw new Error(`the event ${event.type} is not declared`);
    const payload = declared.event.payload.parse(event.payload);
    const delivered = declared.parts(payload).flatMap((part, partIndex) => {
      const isWanted = namesType(queue.eventTypes, part.clientType);
      if (!isWanted || !known.reaches(part.audience, queue) || part.wants?.(queue) === false) return [];
      const shown = { ...part.render(queue), id: eventId(event.seq, partIndex) };
      expectDescribed(shown);
      return [shown];
    });
    for (const change of declared.indexChanges(payload)) known.apply(change);
    return delivered;
  });
}
