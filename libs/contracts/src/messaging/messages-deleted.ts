import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { messageWatchers } from './message-watchers.js';

/** Maximum number of messages in one event. More become several events. */
export const MESSAGES_PER_EVENT = 1_000;

const payload = z.object({
  /** Ascending. */
  messageIds: z.array(z.int()).min(1).max(MESSAGES_PER_EVENT),
  /** Their former channel and topic; null for direct messages. */
  place: z.object({ channelId: z.int(), topic: z.string() }).nullable(),
  watchers: messageWatchers,
});
export type MessagesDeleted = z.infer<typeof payload>;

/** Messages of one topic or conversation were deleted for these users, or moved to where they may not read them. */
export const messagesDeleted: DomainEvent<'messages.deleted', MessagesDeleted> = domainEvent({
  type: 'messages.deleted',
  owner: 'messaging',
  payload,
});
