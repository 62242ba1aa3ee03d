import { TOPIC_VISIBILITY, type TopicVisibility } from '@parley/contracts/channels';

const { inherit, muted, unmuted, followed } = TOPIC_VISIBILITY;
/** When two topics are merged, the first of these policies that either topic has wins. */
const PRECEDENCE: readonly TopicVisibility[] = [unmuted, followed, inherit, muted];

/**
 * A user's visibility policy of a topic after a whole topic was moved into it. `had`: their policy of the moved topic. A target
 * without messages takes over the policy of the moved topic.
 */
export function visibilityOnMove(had: TopicVisibility, target: TopicVisibility, targetHasMessages: boolean): TopicVisibility {
  if (!targetHasMessages) return had;
  return PRECEDENCE.find((policy) => policy === had || policy === target) ?? target;
}
