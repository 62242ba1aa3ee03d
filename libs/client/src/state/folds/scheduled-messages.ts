import type { Fold } from '../client-state.js';
import { withChanged } from '../lists.js';

export const foldScheduledMessages: Fold<'scheduled_messages'> = (state, event) => {
  const known = state.scheduled_messages;
  if (!known) return state;
  switch (event.op) {
    case 'add':
      return { ...state, scheduled_messages: [...known, ...event.scheduled_messages] };
    case 'update': {
      const { scheduled_message: changed } = event;
      const isSame = (other: typeof changed) => other.scheduled_message_id === changed.scheduled_message_id;
      return { ...state, scheduled_messages: withChanged(known, isSame, () => changed) };
    }
    case 'remove':
      return { ...state, scheduled_messages: known.filter((other) => other.scheduled_message_id !== event.scheduled_message_id) };
  }
};
