import { displayTopic } from '@parley/contracts';
import { editTypingChanged, typingChanged } from '@parley/contracts/messaging';
import { type ClientEvent, fanOut, type Part, type QueueView } from '../fan-out.js';

export const typingChangedFanOut = fanOut(typingChanged, {
  parts: ({ op, sender, to, listenerIds }) => {
    const event = { type: 'typing', op, sender };
    if (to.kind === 'direct') return [directPart(listenerIds, { ...event, message_type: 'direct', recipients: to.recipients })];
    const inTopic = (topic: string) => ({ ...event, message_type: 'stream', stream_id: to.channelId, topic });
    return [channelPart(listenerIds, to, 'typing', inTopic)];
  },
});

export const editTypingChangedFanOut = fanOut(editTypingChanged, {
  parts: ({ op, senderId, messageId, to, listenerIds }) => {
    const event = { type: 'typing_edit_message', op, sender_id: senderId, message_id: messageId };
    if (to.kind === 'direct') return [directPart(listenerIds, { ...event, recipient: { type: 'direct', user_ids: to.userIds } })];
    const inTopic = (topic: string) => ({ ...event, recipient: { type: 'channel', channel_id: to.channelId, topic } });
    return [channelPart(listenerIds, to, 'typing_edit_message', inTopic)];
  },
});

function directPart(listenerIds: readonly number[], event: ClientEvent): Part {
  return { clientType: event.type, audience: { users: listenerIds }, render: () => event };
}

/** Reaches only listeners who are subscribed at that moment. */
function channelPart(
  listenerIds: readonly number[],
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  clientType: string,
  inTopic: (topic: string) => ClientEvent,
): Part {
  const declared = ({ capabilities }: QueueView, name: string) => capabilities[name] === true;
  return {
    clientType,
    audience: { channels: [channelId] },
    wants: (queue) => declared(queue, 'stream_typing_notifications') && listenerIds.includes(queue.userId),
    render: (queue) => inTopic(displayTopic(topic, declared(queue, 'empty_topic_name'))),
  };
}
