import { type Caller, type TopicVisibility, topicVisibility } from '@parley/contracts';
import type { SendContext } from '@parley/persistence';
import { visibilityOnSend } from '@parley/policies';
import type { Destination } from './destination.js';

/** A topic shows for its sender in another way, because he sent to it. */
export interface VisibilityChange {
  readonly senderId: number;
  /** What the decision was made on: the change is dropped when it is no longer so. */
  readonly from: TopicVisibility;
  readonly to: TopicVisibility;
}

/** Bots follow nothing. Pure. */
export function visibilityChange(caller: Caller, context: SendContext, destination: Destination): VisibilityChange | null {
  if (caller.isBot || destination.kind === 'direct') return null;
  const { channel } = destination;
  const from = topicVisibility.parse(channel.topicVisibility);
  const { followPolicy, unmutePolicy } = context;
  const standing = { current: from, isChannelMuted: channel.isMuted, hasMessages: channel.topicHasMessages, followPolicy, unmutePolicy };
  const to = visibilityOnSend(standing);
  return to === null ? null : { senderId: caller.userId, from, to };
}
