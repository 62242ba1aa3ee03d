import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import { AUTOMATIC_VISIBILITY, type TopicStanding } from './topic-visibility-on-send.js';

/**
 * The new visibility policy of a topic for a human user who participates without sending: a reaction, a vote, a change of a to-do list.
 * Null if it does not change. It never decreases.
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
