import { TOPIC_VISIBILITY, type TopicVisibility } from '@parley/contracts';

const { inherit, muted, unmuted, followed } = TOPIC_VISIBILITY;
/** Of two topics that become one, the first of these that either of them has. */
const PRECEDENCE: readonly TopicVisibility[] = [unmuted, followed, inherit, muted];

/**
 * How a topic shows for a person after a whole topic was moved to it (reference/rules.md section 5). `had`: how the moved topic showed. A topic
 * that held nothing takes over what the moved one was.
 */
export function visibilityOnMove(had: TopicVisibility, target: TopicVisibility, targetHasMessages: boolean): TopicVisibility {
  if (!targetHasMessages) return had;
  return PRECEDENCE.find((policy) => policy === had || policy === target) ?? target;
}
