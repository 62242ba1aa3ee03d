import { z } from 'zod';
import { type ClientEvent, type DomainEvent, domainEvent, type QueueView } from '../domain-event.js';
import { displayTopic } from '../topic-name.js';
import { flagNames } from './message-flag-names.js';
import { topicLink } from './message-object.js';
import { messageWatchers, watchersAudience } from './message-watchers.js';
import { MESSAGES_PER_EVENT } from './messages-deleted.js';
import { hiddenFrom, hiddenPeople, withoutNames } from './strangers.js';
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
  parts: (updated) => [
    {
      clientType: 'update_message',
      audience: watchersAudience(updated.watchers),
      render: (queue): ClientEvent => ({
        type: 'update_message',
        user_id: updated.userId,
        edit_timestamp: updated.at,
        message_id: updated.messageId,
        message_ids: updated.messageIds,
        flags: flagNames(updated.flags.others[queue.userId] ?? updated.flags.usual, updated.attrs),
        rendering_only: false,
        ...(updated.channel && { stream_id: updated.channel.id, stream_name: updated.channel.name }),
        ...contentFields(updated, queue),
        ...moveFields(updated, queue),
      }),
    },
  ],
});

function contentFields({ content, strangers: named }: MessageUpdated, { userId }: QueueView) {
  if (content === null) return {};
  const hidden = hiddenFrom(named, userId);
  return {
    orig_content: content.before,
    orig_rendered_content: withoutNames(content.renderedBefore, hidden),
    content: content.after,
    rendered_content: withoutNames(content.rendered, hidden),
    is_me_message: content.isMeMessage,
  };
}

function moveFields({ move }: MessageUpdated, { capabilities }: QueueView) {
  if (move === null) return {};
  const shown = (topic: string) => displayTopic(topic, capabilities.empty_topic_name === true);
  return {
    orig_subject: shown(move.topicBefore),
    propagate_mode: move.mode,
    ...(move.topic !== null && { subject: shown(move.topic), topic_links: move.topicLinks }),
    ...(move.channelId !== null && { new_stream_id: move.channelId }),
  };
}
