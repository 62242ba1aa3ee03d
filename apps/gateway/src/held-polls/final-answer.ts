import { apiErrors } from '@parley/contracts';
import { RawJson } from '@parley/rpc';
import type { EventsAnswer, EventsRequest } from './events-request.js';
import type { QueueAnswer } from './queue-polls.js';

export const NO_EVENTS: EventsAnswer = { kind: 'events', events: RawJson.of([]) };

/** The answer that ends the request; undefined if it stays held. */
export function finalAnswer({ queueId, lastEventId }: EventsRequest, answer: QueueAnswer | undefined): EventsAnswer | undefined {
  switch (answer?.outcome) {
    case 'events':
      return { kind: 'events', events: answer.events };
    case 'superseded':
      return NO_EVENTS;
    case 'bad':
      return { kind: 'error', error: apiErrors.badEventQueueId({ queueId }) };
    case 'pruned':
      return { kind: 'error', error: apiErrors.eventAlreadyPruned({ eventId: lastEventId }) };
    case 'notInQueue':
      return { kind: 'error', error: apiErrors.eventNotInQueue({ eventId: lastEventId }) };
    default:
      return undefined;
  }
}
