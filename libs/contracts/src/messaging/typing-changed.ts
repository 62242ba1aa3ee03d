import { z } from 'zod';
import { type ClientEvent, domainEvent, type Part } from '../domain-event.js';
import { displayTopic } from '../topic-name.js';

const person = z.object({ user_id: z.int(), email: z.string() });

const payload = z.object({
  op: z.enum(['start', 'stop']),
  sender: person,
  to: z.discriminatedUnion('kind', [
    /** `recipients`: all who take part, the sender included. */
    z.object({ kind: z.literal('direct'), recipients: z.array(person) }),
    z.object({ kind: z.literal('channel'), channelId: z.int(), topic: z.string() }),
  ]),
  /** Those among them who want to know. */
  listenerIds: z.array(z.int()),
});
export type TypingChanged = z.infer<typeof payload>;

/**
 * Somebody began or stopped writing. In no log: announced by announceUnlogged. Of a channel only those hear who are subscribed at that moment,
 * whoever was meant to listen.
 */
export const typingChanged = domainEvent({
  type: 'typing.changed',
  owner: 'messaging',
  payload,
  parts: (changed) => [typingPart(changed)],
});

function typingPart({ op, sender, to, listenerIds }: TypingChanged): Part {
  const news = (fields: Omit<ClientEvent, 'type'>): ClientEvent => ({ type: 'typing', op, sender, ...fields });
  if (to.kind === 'direct') {
    return {
      clientType: 'typing',
      audience: { users: listenerIds },
      render: () => news({ message_type: 'direct', recipients: to.recipients }),
    };
  }
  return {
    clientType: 'typing',
    audience: { channels: [to.channelId] },
    wants: ({ userId, capabilities }) => capabilities.stream_typing_notifications === true && listenerIds.includes(userId),
    render: ({ capabilities }) =>
      news({ message_type: 'stream', stream_id: to.channelId, topic: displayTopic(to.topic, capabilities.empty_topic_name === true) }),
  };
}
