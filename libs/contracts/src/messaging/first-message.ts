import { z } from 'zod';
import { type DomainEvent, domainEvent, type Part } from '../domain-event.js';
import { ROLES } from '../roles.js';

const firstMessage = z.object({
  channelId: z.int(),
  channelName: z.string(),
  isPublic: z.boolean(),
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
export function firstMessagePart({ channelId, channelName, isPublic, messageId }: FirstMessage): Part {
  const administrators = [ROLES.owner, ROLES.administrator];
  return {
    clientType: 'stream',
    audience: { channels: [channelId], roles: isPublic ? [...administrators, ROLES.moderator, ROLES.member] : administrators },
    render: () => ({
      type: 'stream',
      op: 'update',
      stream_id: channelId,
      name: channelName,
      property: 'first_message_id',
      value: messageId,
    }),
  };
}
