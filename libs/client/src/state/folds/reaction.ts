import type { MessageObject } from '@parley/contracts/messaging';
import type { Fold, StateEvent } from '../client-state.js';
import { withChanged } from '../lists.js';

/** Messages are not part of a registration. A client that loaded some has them as `messages`. */
export const foldReaction: Fold<'reaction'> = (state, event) => {
  if (!state.messages) return state;
  return {
    ...state,
    messages: withChanged(
      state.messages,
      ({ id }) => id === event.message_id,
      (message) => withReaction(message, event),
    ),
  };
};

/** Applying it again changes nothing. */
export function withReaction(message: MessageObject, event: StateEvent<'reaction'>): MessageObject {
  const { user_id, emoji_name, emoji_code, reaction_type, user } = event;
  const others = message.reactions.filter(
    (other) => other.user_id !== user_id || other.reaction_type !== reaction_type || other.emoji_code !== emoji_code,
  );
  const reaction = { emoji_name, emoji_code, reaction_type, user_id, ...(user && { user }) };
  return { ...message, reactions: event.op === 'add' ? [...others, reaction] : others };
}
