import { displayTopic } from '@parley/contracts';
import { type MessagesDeleted, messagesDeleted } from '@parley/contracts/messaging';
import { type ClientEvent, fanOut, type Part, type QueueView } from '../fan-out.js';
import { watchersAudience } from './message-watchers.js';

/** One client event, or one for each message for clients that do not support many at once. */
export const messagesDeletedFanOut = fanOut(messagesDeleted, {
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
