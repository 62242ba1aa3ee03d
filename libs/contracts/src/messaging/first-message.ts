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
  /** Who knows of the channel without being subscribed. Absent: by `isPublic` alone. */
  watchers: channelWatchers.optional(),
  /** Null: the channel holds none. */
  messageId: z.int().nullable(),
});
export type FirstMessage = z.infer<typeof firstMessage>;

/** The history of a channel begins elsewhere, since messages were deleted or moved. */
export const firstMessageChanged: DomainEvent<'channel.first-message-changed', FirstMessage> = domainEvent({
  type: 'channel.first-message-changed',
  owner: 'messaging',
  payload: firstMessage,
  parts: (changed) => [firstMessagePart(changed)],
});

/** Whoever may know the channel learns where its history begins. */
export function firstMessagePart({ messageId, ...channel }: FirstMessage): Part {
  return channelPropertyPart(channel, 'first_message_id', messageId);
}

/** Whoever may know the channel learns of a property that follows from its messages. */
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
