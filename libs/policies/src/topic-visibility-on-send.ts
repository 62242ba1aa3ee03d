import { TOPIC_VISIBILITY, type TopicVisibility } from '@parley/contracts';

/** Values of automatically_follow_topics_policy and automatically_unmute_topics_in_muted_streams_policy. */
export const AUTOMATIC_VISIBILITY = { participation: 1, send: 2, initiation: 3, never: 4 } as const;

/** What the visibility of a topic becomes with a message of one's own depends on. */
export interface TopicStanding {
  readonly current: TopicVisibility;
  /** One has muted the channel. */
  readonly isChannelMuted: boolean;
  /** It holds a message one may read. */
  readonly hasMessages: boolean;
  /** automatically_follow_topics_policy */
  readonly followPolicy: number;
  /** automatically_unmute_topics_in_muted_streams_policy */
  readonly unmutePolicy: number;
}

type Automatic = typeof TOPIC_VISIBILITY.unmuted | typeof TOPIC_VISIBILITY.followed;

/** How a topic shows for its human sender from now on; null: as before (reference/rules.md section 3, in its order). */
export function visibilityOnSend({ current, isChannelMuted, hasMessages, followPolicy, unmutePolicy }: TopicStanding): Automatic | null {
  const { inherit, unmuted, followed } = TOPIC_VISIBILITY;
  if (current === followed) return null;
  if (coversSending(followPolicy)) return followed;
  const candidate = isChannelMuted && coversSending(unmutePolicy) ? unmuted : null;
  if (current !== inherit) return candidate === current ? null : candidate;
  if (hasMessages) return candidate;
  if (followPolicy === AUTOMATIC_VISIBILITY.initiation) return followed;
  return isChannelMuted && unmutePolicy === AUTOMATIC_VISIBILITY.initiation ? unmuted : candidate;
}

/** Whoever sends takes part. */
function coversSending(policy: number): boolean {
  return policy === AUTOMATIC_VISIBILITY.participation || policy === AUTOMATIC_VISIBILITY.send;
}
