import { z } from 'zod';
import { channelWatchers } from '../channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const firstMessage = z.object({
  channelId: z.int(),
  channelName: z.string(),
  isPublic: z.boolean(),
  /** Users who can see the channel without being subscribed. Default: derived from `isPublic`. */
  watchers: channelWatchers.optional(),
  /** Null if the channel has no messages. */
  messageId: z.int().nullable(),
});
export type FirstMessage = z.infer<typeof firstMessage>;

/** The first message of a channel changed, because messages were deleted or moved. */
export const firstMessageChanged: DomainEvent<'channel.first-message-changed', FirstMessage> = domainEvent({
  type: 'channel.first-message-changed',
  owner: 'messaging',
  payload: firstMessage,
});
