import { z } from 'zod';
import { type ClientEvent, domainEvent, type Part, type QueueView } from '../domain-event.js';
import { displayTopic } from '../topic-name.js';

const person = z.object({ user_id: z.int(), email: z.string() });
const op = z.enum(['start', 'stop']);
const inChannel = z.object({ kind: z.literal('channel'), channelId: z.int(), topic: z.string() });
/** The users of the audience who want typing notifications. */
const listenerIds = z.array(z.int());

const typed = z.object({
  op,
  sender: person,
  /** `recipients`: all participants, including the sender. */
  to: z.discriminatedUnion('kind', [z.object({ kind: z.literal('direct'), recipients: z.array(person) }), inChannel]),
  listenerIds,
});
export type TypingChanged = z.infer<typeof typed>;

const editing = z.object({
  op,
  senderId: z.int(),
  messageId: z.int(),
  /** `userIds`: all participants. */
  to: z.discriminatedUnion('kind', [z.object({ kind: z.literal('direct'), userIds: z.array(z.int()) }), inChannel]),
  listenerIds,
});
export type EditTypingChanged = z.infer<typeof editing>;

/** A user started or stopped typing. Ephemeral: sent with announceEphemeral. */
export const typingChanged = domainEvent({
  type: 'typing.changed',
  owner: 'messaging',
  payload: typed,
  parts: ({ op, sender, to, listenerIds }) => {
    const event = { type: 'typing', op, sender };
    if (to.kind === 'direct') return [directPart(listenerIds, { ...event, message_type: 'direct', recipients: to.recipients })];
    const inTopic = (topic: string) => ({ ...event, message_type: 'stream', stream_id: to.channelId, topic });
    return [channelPart(listenerIds, to, 'typing', inTopic)];
  },
});

/** A user started or stopped editing a message. Ephemeral too. */
export const editTypingChanged = domainEvent({
  type: 'edit-typing.changed',
  owner: 'messaging',
  payload: editing,
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
