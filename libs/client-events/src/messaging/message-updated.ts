import { displayTopic } from '@parley/contracts';
import { flagNames, type MessageUpdated, messageUpdated, withoutNames } from '@parley/contracts/messaging';
import { type ClientEvent, fanOut, type QueueView } from '../fan-out.js';
import { watchersAudience } from './message-watchers.js';
import { hiddenFrom } from './strangers.js';

export const messageUpdatedFanOut = fanOut(messageUpdated, {
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
