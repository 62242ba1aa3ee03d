import { messageObject } from '@parley/contracts/messaging';
import { z } from 'zod';
import type { ClientState, Fold } from '../fold.js';
import { withUnread } from './unread.js';

const sent = z.object({ message: messageObject, flags: z.array(z.string()) });
const conversations = z.array(z.object({ max_message_id: z.int(), user_ids: z.array(z.int()) }));

export const foldMessage: Fold = (state, event, userId) => {
  const { message, flags } = sent.parse(event);
  const otherIds =
    typeof message.display_recipient === 'string' ? [] : message.display_recipient.map(({ id }) => id).filter((id) => id !== userId);
  const newest = 'max_message_id' in state ? { ...state, max_message_id: message.id } : state;
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

function withConversation(state: ClientState, messageId: number, otherIds: readonly number[]): ClientState {
  if (!('recent_private_conversations' in state)) return state;
  const known = conversations.parse(state.recent_private_conversations);
  const others = known.filter((entry) => entry.user_ids.join() !== otherIds.join());
  return { ...state, recent_private_conversations: [{ max_message_id: messageId, user_ids: otherIds }, ...others] };
}
