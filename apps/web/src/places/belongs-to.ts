import type { NewMessage } from '@parley/client';
import { topicKey } from '@parley/contracts';
import type { Place } from './place.js';

/** Whether a message that is not sent yet will be shown at this place. */
export function belongsTo(place: Place, message: NewMessage, userId: number): boolean {
  if (place.kind === 'all') return true;
  if (message.type === 'channel') {
    if (place.kind === 'channel') return place.channelId === message.to;
    return place.kind === 'topic' && place.channelId === message.to && topicKey(place.topic) === topicKey(message.topic.trim());
  }
  if (place.kind !== 'direct') return false;
  const others = message.to.filter((id) => id !== userId);
  return others.length === place.userIds.length && others.every((id) => place.userIds.includes(id));
}
