import { type ClientState, channel, me, user } from '@parley/client';
import type { MessageObject } from '@parley/contracts/messaging';
import type { Destination } from '../places/destination.js';
import type { Place } from '../places/place.js';
import type { Texts } from '../texts/texts.js';

export function topicName(topic: string, texts: Texts): string {
  return topic === '' ? texts.of('noTopic') : topic;
}

export function channelName(state: ClientState, channelId: number, texts: Texts): string {
  return channel(state, channelId)?.name ?? texts.of('unknownChannel');
}

export function peopleNames(state: ClientState, userIds: readonly number[], texts: Texts): string {
  if (userIds.length === 0) return texts.of('myself');
  return texts.list(userIds.map((id) => user(state, id).full_name));
}

export function placeName(state: ClientState, place: Place, texts: Texts): string {
  switch (place.kind) {
    case 'all':
      return texts.of('allMessages');
    case 'channel':
      return `#${channelName(state, place.channelId, texts)}`;
    case 'topic':
      return `#${channelName(state, place.channelId, texts)} › ${topicName(place.topic, texts)}`;
    case 'search':
      return texts.of('searchFor', { query: place.query });
    case 'direct':
      return peopleNames(state, place.userIds, texts);
    default:
      return texts.of(place.kind);
  }
}

/** Where a message belongs. */
export function placeOfMessage(
  { stream_id, subject, display_recipient: recipient }: MessageObject,
  userId: number,
): Extract<Destination, { kind: 'topic' | 'direct' }> {
  if (stream_id !== undefined) return { kind: 'topic', channelId: stream_id, topic: subject };
  const others = typeof recipient === 'string' ? [] : recipient.map(({ id }) => id).filter((id) => id !== userId);
  return { kind: 'direct', userIds: others.sort((a, b) => a - b) };
}

export function avatarOf(state: ClientState, userId: number): string {
  const person = user(state, userId);
  return ('avatar_url' in person && person.avatar_url) || `/avatar/${userId}`;
}

export function isMyself(state: ClientState, userId: number): boolean {
  return me(state).user_id === userId;
}
