import type { NewMessage } from '@parley/client';
import type { ScheduledMessageObject } from '@parley/contracts/messaging';
import type { Destination } from '../places/destination.js';

/** A message as the server takes it for later. */
export function scheduledParams(message: NewMessage) {
  if (message.type === 'direct') return { type: 'direct' as const, to: [...message.to], content: message.content };
  return { type: 'channel' as const, to: message.to, topic: message.topic, content: message.content };
}

export function destinationOfScheduled(scheduled: ScheduledMessageObject): Destination {
  if (scheduled.type === 'private') return { kind: 'direct', userIds: [...scheduled.to].sort((a, b) => a - b) };
  return { kind: 'topic', channelId: scheduled.to, topic: scheduled.topic };
}
