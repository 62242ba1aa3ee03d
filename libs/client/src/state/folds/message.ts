import type { ClientState, Fold } from '../client-state.js';
import { withUnread } from './unread.js';

export const foldMessage: Fold<'message'> = (state, { message, flags }, userId) => {
  const otherIds =
    typeof message.display_recipient === 'string' ? [] : message.display_recipient.map(({ id }) => id).filter((id) => id !== userId);
  const newest = state.max_message_id === undefined ? state : { ...state, max_message_id: message.id };
  const talked = message.stream_id === undefined ? withConversation(newest, message.id, otherIds) : newest;
  if (flags.includes('read')) return talked;
  return withUnread(talked, userId, {
    id: message.id,
    otherIds,
    channelId: message.stream_id,
    topic: message.subject,
    isMentioned: flags.some((flag) => flag.endsWith('mentioned')),
  });
};

function withConversation(state: ClientState, messageId: number, otherIds: number[]): ClientState {
  const known = state.recent_private_conversations;
  if (!known) return state;
  const others = known.filter((entry) => entry.user_ids.join() !== otherIds.join());
  return { ...state, recent_private_conversations: [{ max_message_id: messageId, user_ids: otherIds }, ...others] };
}
