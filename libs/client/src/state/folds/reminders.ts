import { reminderObject } from '@parley/contracts/messaging';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const reminders = z.array(reminderObject);
const added = z.object({ reminders });
const removed = z.object({ reminder_id: z.int() });

export const foldReminders: Fold = (state, event) => {
  if (!('reminders' in state)) return state;
  const known = reminders.parse(state.reminders);
  switch (event.op) {
    case 'add':
      return { ...state, reminders: [...known, ...added.parse(event).reminders] };
    case 'remove': {
      const { reminder_id: id } = removed.parse(event);
      return { ...state, reminders: known.filter((other) => other.reminder_id !== id) };
    }
    default:
      throw new Error(`no fold for reminders ${String(event.op)}`);
  }
};
