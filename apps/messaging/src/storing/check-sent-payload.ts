import { messageSent } from '@parley/contracts/messaging';
import type { Composed } from './compose.js';
import type { Draft } from './draft.js';
import type { MessageNews } from './store-message.js';

/**
 * Fan-out skips an event whose payload does not match its declaration: the message would be stored, and no client would receive it. So the payload is checked
 * before the statement that stores both, with samples of what only that statement knows (id, time, flags, receivers). Those come from typed
 * columns, and storeMessage parses the result again. A check before the commit would need a transaction, which locks the counter of the
 * organization for another round trip.
 *
 * @throws ZodError
 */
export function checkSentPayload({ facts, destination }: Composed, origin: Draft['localId'], news: MessageNews): void {
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

function recipientOf(destination: Composed['destination']) {
  if (destination.kind === 'direct') return { kind: 'direct', conversationId: 0, participants: destination.participants };
  return { kind: 'channel', channelId: destination.channel.id, channelName: destination.channel.name, topic: destination.topic };
}
