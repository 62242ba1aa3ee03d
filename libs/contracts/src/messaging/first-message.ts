import { z } from 'zod';
import { channelWatchers } from '../channels/channel-watchers.js';
import { type DomainEvent, domainEvent, type Part } from '../domain-event.js';
import { ALL_ROLES, ROLES } from '../roles.js';

const ADMINISTRATORS = [ROLES.owner, ROLES.administrator];
const NOT_GUESTS = ALL_ROLES.filter((role) => role !== ROLES.guest);

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
  parts: (changed) => [firstMessagePart(changed)],
});

/** Sends the first message id to all users who can see the channel. */
export function firstMessagePart({ messageId, ...channel }: FirstMessage): Part {
  return channelPropertyPart(channel, 'first_message_id', messageId);
}

/** Sends a channel property that depends on its messages to all users who can see the channel. */
export function channelPropertyPart(
  { channelId, channelName, isPublic, watchers }: Omit<FirstMessage, 'messageId'>,
  property: string,
  value: number | boolean | null,
): Part {
  const { roles, userIds } = watchers ?? { roles: isPublic ? NOT_GUESTS : ADMINISTRATORS, userIds: [] };
  return {
    clientType: 'stream',
    audience: { channels: [channelId], roles, users: userIds },
    render: () => ({ type: 'stream', op: 'update', stream_id: channelId, name: channelName, property, value }),
  };
}
