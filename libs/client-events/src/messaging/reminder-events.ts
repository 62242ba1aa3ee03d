import { reminderCreated, reminderRemoved } from '@parley/contracts/messaging';
import { type ClientEvent, fanOut, type Part } from '../fan-out.js';

export const reminderCreatedFanOut = fanOut(reminderCreated, {
  parts: ({ userId, reminder }) => [ownPart(userId, { op: 'add', reminders: [reminder] })],
});

export const reminderRemovedFanOut = fanOut(reminderRemoved, {
  parts: ({ userId, reminderId }) => [ownPart(userId, { op: 'remove', reminder_id: reminderId })],
});

function ownPart(owner: number, news: Omit<ClientEvent, 'type'>): Part {
  return { clientType: 'reminders', audience: { users: [owner] }, render: () => ({ type: 'reminders', ...news }) };
}
