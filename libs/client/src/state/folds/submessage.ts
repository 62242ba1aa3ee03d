import { messageObject } from '@parley/contracts/messaging';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const messages = z.array(messageObject);
const added = z.object({
  msg_type: z.string(),
  content: z.string(),
  message_id: z.int(),
  sender_id: z.int(),
  submessage_id: z.int(),
});

/** Messages are not part of a registration. A test that loaded some has them as `messages`. */
export const foldSubmessage: Fold = (state, event) => {
  const { submessage_id: id, ...submessage } = added.parse(event);
  if (!('messages' in state)) return state;
  return {
    ...state,
    messages: messages
      .parse(state.messages)
      .map((message) =>
        message.id === submessage.message_id ? { ...message, submessages: [...message.submessages, { id, ...submessage }] } : message,
      ),
  };
};
