import { messageSent } from '@parley/contracts/messaging';
import type { ComposedMessage } from '../composing/compose.js';
import type { MessageToStore } from './store-message.repository.js';

/**
 * Fan-out skips an event whose payload does not match its declaration: the message would be stored, and no client would receive it. So the payload is checked
 * before the statement that stores both, with samples of what only that statement knows (id, time, flags, receivers). Those come from typed
 * columns, and insertMessage parses the result again. A check before the commit would need a transaction, which locks the counter of the
 * organization for another round trip.
 *
 * @throws ZodError
 */
export function checkSentPayload({ message: { facts, destination }, localId: origin = null, news = {} }: MessageToStore): void {
  messageSent.payload.parse({
    ...news,
    origin,
    message: { ...facts, id: 0, sentAt: 0, recipient: recipientOf(destination) },
    flags: {},
    readBy: [],
    isPublic: false,
    isFirstInChannel: false,
  });
}

function recipientOf(destination: ComposedMessage['destination']) {
  if (destination.kind === 'direct') return { kind: 'direct', conversationId: 0, participants: destination.participants };
  return { kind: 'channel', channelId: destination.channel.id, channelName: destination.channel.name, topic: destination.topic };
}
