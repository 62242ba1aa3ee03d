import { z } from 'zod';
import { channelWatchers } from '../channel-watchers.js';
import { domainEvent } from '../domain-event.js';
import { attachmentChange } from './attachment-object.js';
import { messageFacts } from './message-object.js';
import { strangers } from './strangers.js';

const payload = z.object({
  message: messageFacts,
  /** Flag bits by user id, for users whose flags differ from "received and unread". They become rows of message_flag. */
  flags: z.record(z.string(), z.int()),
  /** Users who have muted the sender, for whom the message is read on arrival. */
  readBy: z.array(z.int()),
  /** Bots, mentioned by name or in a group, that receive the message without being subscribed, because they may read the channel. */
  botIds: z.array(z.int()).optional(),
  /** Public channel: queues with all_public_streams receive it too. */
  isPublic: z.boolean(),
  /** True for a notice in an archived channel. */
  isArchived: z.boolean().optional(),
  /** Whether it is the first message of the channel. */
  isFirstInChannel: z.boolean(),
  /** Whether the channel was not recently active before. */
  isActiveAgain: z.boolean().optional(),
  /** Users who can see the channel without being subscribed. Present if one of the two above is true. */
  watchers: channelWatchers.optional(),
  /** The queue of the sending client, and the client's local id of the message. */
  origin: z.object({ queueId: z.string(), localId: z.string() }).nullable(),
  /** The sender's uploads that it links. */
  attachments: z.array(attachmentChange).default([]),
  /** Total bytes of the organization's attachments. */
  uploadSpaceUsed: z.int().default(0),
  /** Absent if all readers may see all users that the message names. */
  strangers: strangers.optional(),
});

/** A message was sent. One statement of the messaging service writes its row, the flags of mentioned users and this event. */
export const messageSent = domainEvent({
  type: 'message.sent',
  owner: 'messaging',
  payload,
});
