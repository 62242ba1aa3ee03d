import { namesType, type Part, type QueueView } from '@parley/contracts';

/**
 * Whether a queue that belongs to the audience also asked for this client event: its types here, what else the client declared or narrowed
 * to in the event's own declaration (reference/events.md section 1).
 */
export function wantsPart(queue: QueueView, part: Part): boolean {
  return wantsType(queue, part.clientType) && (part.wants === undefined || part.wants(queue));
}

function wantsType({ eventTypes }: QueueView, type: string): boolean {
  // Whoever lists user_topic gets the newer form of the same news.
  if (type === 'muted_topics' && eventTypes?.includes('user_topic') === true) return false;
  return namesType(eventTypes, type);
}
