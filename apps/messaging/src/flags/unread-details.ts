import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import type { UnreadDetails } from '@parley/contracts/messaging';
import type { FlagState } from './flags.repository.js';

/** Details of a message that became unread, for the event. */
export function unreadDetailsOf(userId: number, state: FlagState): UnreadDetails {
  const isMentioned = (state.bits & (FLAG_BITS.mentioned | FLAG_BITS.topicWildcard)) !== 0 || reachesAll(state);
  const mentioned = isMentioned ? { mentioned: true as const } : {};
  if (state.channelId === null || state.topic === null) {
    return { type: 'private', ...mentioned, user_ids: (state.participantIds ?? []).filter((id) => id !== userId) };
  }
  return { type: 'stream', ...mentioned, stream_id: state.channelId, topic: state.topic, unmuted_stream_msg: !state.isMuted };
}

function reachesAll({ attrs, bits }: FlagState): boolean {
  return (attrs & MESSAGE_ATTRS.channelWildcard) !== 0 && (bits & FLAG_BITS.historical) === 0;
}
