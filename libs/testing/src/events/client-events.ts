import { type ClientEvent, DOMAIN_EVENTS, eventId, type LoggedEvent, namesType, type QueueView } from '@parley/contracts';
import type { AudienceIndex } from './audience-index.js';
import { expectDescribed } from './expect-described.js';

export type IdentifiedEvent = ClientEvent & { readonly id: number };

/**
 * What a queue delivers of the logged events: a plain reference of what the fan-out does. `index` is as it was before the first of them.
 * @throws Error for an event that is not as it is declared for clients
 */
export function clientEvents(events: readonly LoggedEvent[], queue: QueueView, index: AudienceIndex): IdentifiedEvent[] {
  const known = index.copy();
  return events.flatMap((event) => {
    const declared = DOMAIN_EVENTS.get(event.type);
    if (declared === undefined) throw new Error(`nobody declared the event ${event.type}`);
    const payload = declared.payload.parse(event.payload);
    const delivered = declared.parts(payload).flatMap((part, place) => {
      const isWanted = namesType(queue.eventTypes, part.clientType);
      if (!isWanted || !known.reaches(part.audience, queue) || part.wants?.(queue) === false) return [];
      const shown = { ...part.render(queue), id: eventId(event.seq, place) };
      expectDescribed(shown);
      return [shown];
    });
    for (const change of declared.indexChanges(payload)) known.apply(change);
    return delivered;
  });
}
