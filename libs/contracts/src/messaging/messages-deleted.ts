import { z } from 'zod';
import { type ClientEvent, type DomainEvent, domainEvent, type Part, type QueueView } from '../domain-event.js';
import { displayTopic } from '../topic-name.js';
import { messageWatchers, watchersAudience } from './message-watchers.js';

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

/**
 * Messages of one topic or conversation were deleted for these users, or moved to where they may not read them. One client event, or one
 * per message for clients that do not support many at once.
 */
export const messagesDeleted: DomainEvent<'messages.deleted', MessagesDeleted> = domainEvent({
  type: 'messages.deleted',
  owner: 'messaging',
  payload,
  parts: (deleted) => [
    part(deleted, knowsMany, { message_ids: deleted.messageIds }),
    ...deleted.messageIds.map((id) => part(deleted, (queue) => !knowsMany(queue), { message_id: id })),
  ],
});

function knowsMany({ capabilities }: QueueView): boolean {
  return capabilities.bulk_message_deletion === true;
}

function part({ place, watchers }: MessagesDeleted, wants: (queue: QueueView) => boolean, which: Record<string, unknown>): Part {
  return {
    clientType: 'delete_message',
    audience: watchersAudience(watchers),
    wants,
    render: (queue): ClientEvent => ({ type: 'delete_message', ...which, ...shownPlace(place, queue) }),
  };
}

function shownPlace(place: MessagesDeleted['place'], { capabilities }: QueueView) {
  if (place === null) return { message_type: 'private' };
  return { message_type: 'stream', stream_id: place.channelId, topic: displayTopic(place.topic, capabilities.empty_topic_name === true) };
}
