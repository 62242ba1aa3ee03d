import { messageObject } from '@parley/contracts/messaging';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const messages = z.array(messageObject);
const reacted = z.object({
  op: z.enum(['add', 'remove']),
  message_id: z.int(),
  user_id: z.int(),
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.string(),
});

/** Messages are not part of a registration. A test that loaded some has them as `messages`. */
export const foldReaction: Fold = (state, event) => {
  const { op, message_id, ...reaction } = reacted.parse(event);
  if (!('messages' in state)) return state;
  const isSame = (other: typeof reaction) =>
    other.user_id === reaction.user_id && other.reaction_type === reaction.reaction_type && other.emoji_code === reaction.emoji_code;
  return {
    ...state,
    messages: messages.parse(state.messages).map((message) => {
      if (message.id !== message_id) return message;
      const others = message.reactions.filter((other) => !isSame(other));
      return { ...message, reactions: op === 'add' ? [...others, reaction] : others };
    }),
  };
};
