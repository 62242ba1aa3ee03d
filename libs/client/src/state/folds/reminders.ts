import type { Fold } from '../client-state.js';

export const foldReminders: Fold<'reminders'> = (state, event) => {
  const known = state.reminders;
  if (!known) return state;
  if (event.op === 'add') return { ...state, reminders: [...known, ...event.reminders] };
  return { ...state, reminders: known.filter(({ reminder_id }) => reminder_id !== event.reminder_id) };
};
