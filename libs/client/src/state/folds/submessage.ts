import type { MessageObject } from '@parley/contracts/messaging';
import type { Fold, StateEvent } from '../client-state.js';
import { withChanged } from '../lists.js';

/** Messages are not part of a registration. A client that loaded some has them as `messages`. */
export const foldSubmessage: Fold<'submessage'> = (state, event) => {
  if (!state.messages) return state;
  return {
    ...state,
    messages: withChanged(
      state.messages,
      ({ id }) => id === event.message_id,
      (message) => withSubmessage(message, event),
    ),
  };
};

/** Applying it again changes nothing. */
export function withSubmessage(message: MessageObject, event: StateEvent<'submessage'>): MessageObject {
  const { submessage_id: id, msg_type, content, message_id, sender_id } = event;
  if (message.submessages.some((other) => other.id === id)) return message;
  return { ...message, submessages: [...message.submessages, { id, msg_type, content, message_id, sender_id }] };
}
