import type { NewMessage } from '@parley/client';
import { type Place, pathOf } from './place.js';

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

/** The name of its draft. Topics in any case are the same. */
export function draftName(destination: Destination): string {
  return pathOf(destination).toLowerCase();
}

export function messageTo(destination: Destination, topic: string, content: string, userId: number): NewMessage {
  if (destination.kind === 'direct') {
    return { type: 'direct', to: destination.userIds.length === 0 ? [userId] : destination.userIds, content };
  }
  return { type: 'channel', to: destination.channelId, topic: destination.kind === 'topic' ? destination.topic : topic.trim(), content };
}
