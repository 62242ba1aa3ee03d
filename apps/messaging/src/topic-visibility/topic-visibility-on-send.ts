import type { Caller } from '@parley/contracts';
import { TOPIC_VISIBILITY, type TopicVisibility } from '@parley/contracts/channels';
import type { ComposeContext } from '../composing/compose-context.repository.js';
import type { Destination } from '../destinations/destination.js';

/** Values of automatically_follow_topics_policy and automatically_unmute_topics_in_muted_streams_policy. */
export const AUTOMATIC_VISIBILITY = { participation: 1, send: 2, initiation: 3, never: 4 } as const;

/** The state that decides how a send changes the sender's visibility policy of its topic. */
export interface TopicStanding {
  readonly current: TopicVisibility;
  /** Whether the sender has muted the channel. */
  readonly isChannelMuted: boolean;
  /** Whether it has a message that the sender may read. */
  readonly hasMessages: boolean;
  /** automatically_follow_topics_policy */
  readonly followPolicy: number;
  /** automatically_unmute_topics_in_muted_streams_policy */
  readonly unmutePolicy: number;
}

/** A change of the sender's visibility policy for a topic because they sent to it. */
export interface VisibilityChange {
  readonly senderId: number;
  /** The policy that the decision was based on: if it differs by now, the change is dropped. */
  readonly from: TopicVisibility;
  readonly to: TopicVisibility;
}

/** Bots never follow topics. Pure. */
export function visibilityChangeOnSend(
  caller: Caller,
  { followPolicy, unmutePolicy }: ComposeContext,
  destination: Destination,
): VisibilityChange | null {
  if (caller.isBot || destination.kind === 'direct') return null;
  const { topicVisibility: from, isMuted, topicHasMessages } = destination.channel;
  const state = { current: from, isChannelMuted: isMuted, hasMessages: topicHasMessages, followPolicy, unmutePolicy };
  const to = visibilityOnSend(state);
  return to === null ? null : { senderId: caller.userId, from, to };
}

type Automatic = typeof TOPIC_VISIBILITY.unmuted | typeof TOPIC_VISIBILITY.followed;

/** The new visibility policy of a topic for its human sender; null if it does not change. The order of the rules matters. */
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

/** Sending also counts as participating. */
function coversSending(policy: number): boolean {
  return policy === AUTOMATIC_VISIBILITY.participation || policy === AUTOMATIC_VISIBILITY.send;
}
