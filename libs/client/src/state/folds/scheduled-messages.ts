import { scheduledMessageObject } from '@parley/contracts/messaging';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const scheduled = z.array(scheduledMessageObject);
const added = z.object({ scheduled_messages: scheduled });
const updated = z.object({ scheduled_message: scheduledMessageObject });
const removed = z.object({ scheduled_message_id: z.int() });

export const foldScheduledMessages: Fold = (state, event) => {
  if (!('scheduled_messages' in state)) return state;
  const known = scheduled.parse(state.scheduled_messages);
  switch (event.op) {
    case 'add':
      return { ...state, scheduled_messages: [...known, ...added.parse(event).scheduled_messages] };
    case 'update': {
      const { scheduled_message: changed } = updated.parse(event);
      const id = changed.scheduled_message_id;
      return { ...state, scheduled_messages: known.map((other) => (other.scheduled_message_id === id ? changed : other)) };
    }
    case 'remove': {
      const { scheduled_message_id: id } = removed.parse(event);
      return { ...state, scheduled_messages: known.filter((other) => other.scheduled_message_id !== id) };
    }
    default:
      throw new Error(`no fold for scheduled_messages ${String(event.op)}`);
  }
};
