import { topicKey } from '@parley/contracts';
import type { StateEvent } from './client-state.js';

/** A person who is typing in a conversation, or editing a message. */
export interface Typist {
  readonly conversation: string;
  readonly userId: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Topics in any case, and participants in any order, are the same conversation. */
export function topicConversation(channelId: number, topic: string): string {
  return `channel ${channelId} ${topicKey(topic)}`;
}
export function directConversation(userIds: readonly number[]): string {
  return `direct ${[...new Set(userIds)].sort((a, b) => a - b).join(',')}`;
}
export function editOf(messageId: number): string {
  return `message ${messageId}`;
}

/** A start that is not repeated in time ends by itself, because a stop may be lost. */
export function withTyping(
  typists: readonly Typist[],
  event: StateEvent<'typing' | 'typing_edit_message'>,
  now: number,
  expiryMs: number,
): readonly Typist[] {
  const { conversation, userId } = whoAndWhere(event);
  const others = typists.filter((other) => other.userId !== userId || other.conversation !== conversation);
  if (event.op === 'start') return [...others, { conversation, userId, until: now + expiryMs }];
  return others.length === typists.length ? typists : others;
}

export function withoutExpired(typists: readonly Typist[], now: number): readonly Typist[] {
  const remaining = typists.filter(({ until }) => until > now);
  return remaining.length === typists.length ? typists : remaining;
}

function whoAndWhere(event: StateEvent<'typing' | 'typing_edit_message'>): Pick<Typist, 'conversation' | 'userId'> {
  if (event.type === 'typing_edit_message') return { conversation: editOf(event.message_id), userId: event.sender_id };
  const userId = event.sender.user_id;
  if (event.stream_id !== undefined) return { conversation: topicConversation(event.stream_id, event.topic ?? ''), userId };
  return { conversation: directConversation((event.recipients ?? []).map(({ user_id }) => user_id)), userId };
}
