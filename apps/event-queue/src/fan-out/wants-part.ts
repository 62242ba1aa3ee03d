import type { Part, QueueView } from '@parley/client-events';
import { namesType } from '@parley/contracts/event-queue';

/**
 * Whether a queue in the audience also asked for this client event. Event types are checked here; capabilities and narrows are checked by
 * the declaration of the event.
 */
export function wantsPart(queue: QueueView, part: Part): boolean {
  return wantsType(queue, part.clientType) && (part.wants === undefined || part.wants(queue));
}

function wantsType({ eventTypes }: QueueView, type: string): boolean {
  // A client that lists user_topic gets the newer form of the same change.
  if (type === 'muted_topics' && eventTypes?.includes('user_topic') === true) return false;
  return namesType(eventTypes, type);
}
