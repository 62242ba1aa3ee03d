import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { topicLink } from './message-object.js';
import { messageWatchers } from './message-watchers.js';
import { MESSAGES_PER_EVENT } from './messages-deleted.js';
import { hiddenPeople } from './strangers.js';
import { PROPAGATE_MODES } from './update-message.js';

const payload = z.object({
  /** The editor. */
  userId: z.int(),
  /** Seconds since the epoch. */
  at: z.int(),
  /** The message to which the flags belong: the edited one, if it is among them. */
  messageId: z.int(),
  /** Ascending. */
  messageIds: z.array(z.int()).min(1).max(MESSAGES_PER_EVENT),
  /** Their previous channel; null for direct messages. */
  channel: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The content of `messageId`. */
  content: z
    .object({ before: z.string(), renderedBefore: z.string(), after: z.string(), rendered: z.string(), isMeMessage: z.boolean() })
    .nullable(),
  move: z
    .object({
      mode: z.literal(PROPAGATE_MODES),
      topicBefore: z.string(),
      /** Null if it does not change. */
      topic: z.string().nullable(),
      /** Links in the current topic. */
      topicLinks: z.array(topicLink),
      /** Null if they stay in the channel. */
      channelId: z.int().nullable(),
    })
    .nullable(),
  /** Flag bits of `messageId` after the change: those of most watchers, and exceptions by user id. */
  flags: z.object({ usual: z.int(), others: z.record(z.string(), z.int()) }),
  /** MESSAGE_ATTRS of `messageId`. */
  attrs: z.int(),
  watchers: messageWatchers,
  /** The users named in the texts whom some watchers may not see. */
  strangers: hiddenPeople.default([]),
});
export type MessageUpdated = z.infer<typeof payload>;

/** The content of a message changed, or messages moved. Users who cannot read them any more receive messages.deleted. */
export const messageUpdated: DomainEvent<'message.updated', MessageUpdated> = domainEvent({
  type: 'message.updated',
  owner: 'messaging',
  payload,
});
