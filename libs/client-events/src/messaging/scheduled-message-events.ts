import { messageScheduled, scheduledMessageRemoved, scheduledMessageUpdated } from '@parley/contracts/messaging';
import { type ClientEvent, fanOut, type Part } from '../fan-out.js';

export const messageScheduledFanOut = fanOut(messageScheduled, {
  parts: ({ userId, scheduledMessage }) => [ownPart(userId, { op: 'add', scheduled_messages: [scheduledMessage] })],
});

export const scheduledMessageUpdatedFanOut = fanOut(scheduledMessageUpdated, {
  parts: ({ userId, scheduledMessage }) => [ownPart(userId, { op: 'update', scheduled_message: scheduledMessage })],
});

export const scheduledMessageRemovedFanOut = fanOut(scheduledMessageRemoved, {
  parts: ({ userId, scheduledMessageId }) => [ownPart(userId, { op: 'remove', scheduled_message_id: scheduledMessageId })],
});

function ownPart(owner: number, news: Omit<ClientEvent, 'type'>): Part {
  return { clientType: 'scheduled_messages', audience: { users: [owner] }, render: () => ({ type: 'scheduled_messages', ...news }) };
}
