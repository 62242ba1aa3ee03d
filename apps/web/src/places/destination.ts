import type { NewMessage } from '@parley/client';
import { type Place, placeKey } from './place.js';

/** Where a message that is being written goes. */
export type Destination = Extract<Place, { kind: 'channel' | 'topic' | 'direct' }>;

/** The destination of what is written at a place. Undefined where several conversations are mixed. */
export function destinationOf(place: Place): Destination | undefined {
  return place.kind === 'channel' || place.kind === 'topic' || place.kind === 'direct' ? place : undefined;
}

/** Where a message goes that was written before. */
export function destinationOfMessage(message: NewMessage, userId: number): Destination {
  if (message.type === 'channel') return { kind: 'topic', channelId: message.to, topic: message.topic };
  const others = new Set(message.to.filter((id) => id !== userId));
  return { kind: 'direct', userIds: [...others].sort((a, b) => a - b) };
}

/** The name of its draft. */
export function draftName(destination: Destination): string {
  return placeKey(destination);
}

const TOPIC = ' topic';

/** The name of the draft that is the topic of a new conversation. Addresses have no spaces, so no other draft has it. */
export function topicDraftName(destination: Destination): string {
  return `${draftName(destination)}${TOPIC}`;
}

/** The name of the draft of a message, from the name of its topic or its own. */
export function draftOfTopic(name: string): string {
  return name.endsWith(TOPIC) ? name.slice(0, -TOPIC.length) : name;
}

export function messageTo(destination: Destination, topic: string, content: string, userId: number): NewMessage {
  if (destination.kind === 'direct') {
    return { type: 'direct', to: destination.userIds.length === 0 ? [userId] : destination.userIds, content };
  }
  return { type: 'channel', to: destination.channelId, topic: destination.kind === 'topic' ? destination.topic : topic.trim(), content };
}
