import { TOPIC_VISIBILITY } from '@parley/contracts';
import { AUTOMATIC_VISIBILITY, type TopicStanding } from './topic-visibility-on-send.js';

/**
 * How a topic shows from now on for a human who takes part in it without a message of his own: a reaction, a vote, a change of a to-do list.
 * Null: as before. It only ever shows more than before (reference/rules.md section 3).
 */
export function visibilityOnParticipation({
  current,
  isChannelMuted,
  followPolicy,
  unmutePolicy,
}: Omit<TopicStanding, 'hasMessages'>): typeof TOPIC_VISIBILITY.unmuted | typeof TOPIC_VISIBILITY.followed | null {
  const { unmuted, followed } = TOPIC_VISIBILITY;
  if (current === followed) return null;
  if (followPolicy === AUTOMATIC_VISIBILITY.participation) return followed;
  return isChannelMuted && unmutePolicy === AUTOMATIC_VISIBILITY.participation && current !== unmuted ? unmuted : null;
}
