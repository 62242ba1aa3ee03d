import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { scheduledMessageObject } from './scheduled-message-object.js';

const userId = z.int();

/** A user scheduled a message. */
export const messageScheduled = domainEvent({
  type: 'scheduled-message.created',
  owner: 'messaging',
  payload: z.object({ userId, scheduledMessage: scheduledMessageObject }),
});

/** A user changed a scheduled message, or it could not be sent when it was due. */
export const scheduledMessageUpdated = domainEvent({
  type: 'scheduled-message.updated',
  owner: 'messaging',
  payload: z.object({ userId, scheduledMessage: scheduledMessageObject }),
});

/** A scheduled message was sent or deleted. */
export const scheduledMessageRemoved = domainEvent({
  type: 'scheduled-message.removed',
  owner: 'messaging',
  payload: z.object({ userId, scheduledMessageId: z.int() }),
});
