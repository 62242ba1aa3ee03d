import type { Part, QueueView } from '@parley/contracts';

/**
 * Whether a queue that belongs to the audience also asked for this client event: its types here, what else the client declared or narrowed
 * to in the event's own declaration (reference/events.md section 1).
 */
export function wantsPart(queue: QueueView, part: Part): boolean {
  return wantsType(queue, part.clientType) && (part.wants === undefined || part.wants(queue));
}

/** The wire's older name and ours mean the same. */
const GROUP_TYPES = ['user_group', 'realm_user_groups'];

function wantsType({ eventTypes }: QueueView, type: string): boolean {
  if (eventTypes === null) return true;
  // Whoever lists user_topic gets the newer form of the same news.
  if (type === 'muted_topics' && eventTypes.includes('user_topic')) return false;
  if (GROUP_TYPES.includes(type)) return GROUP_TYPES.some((name) => eventTypes.includes(name));
  return eventTypes.includes(type);
}
