import type { Caller } from '@parley/contracts';
import { type TopicVisibility, topicVisibility } from '@parley/contracts/channels';
import { visibilityOnSend } from '../topic-visibility/topic-visibility-on-send.js';
import type { Destination } from './destination.js';
import type { SendContext } from './send-context.repository.js';

/** A change of the sender's visibility policy for a topic because they sent to it. */
export interface VisibilityChange {
  readonly senderId: number;
  /** The policy that the decision was based on: if it differs by now, the change is dropped. */
  readonly from: TopicVisibility;
  readonly to: TopicVisibility;
}

/** Bots never follow topics. Pure. */
export function visibilityChange(caller: Caller, context: SendContext, destination: Destination): VisibilityChange | null {
  if (caller.isBot || destination.kind === 'direct') return null;
  const { channel } = destination;
  const from = topicVisibility.parse(channel.topicVisibility);
  const { followPolicy, unmutePolicy } = context;
  const state = { current: from, isChannelMuted: channel.isMuted, hasMessages: channel.topicHasMessages, followPolicy, unmutePolicy };
  const to = visibilityOnSend(state);
  return to === null ? null : { senderId: caller.userId, from, to };
}
