import type { Caller } from '@parley/client';
import { getMessages, RESOLVED_TOPIC_PREFIX, updateMessage } from '@parley/contracts/messaging';

interface TopicPlace {
  readonly channelId: number;
  readonly topic: string;
}

/** A topic that no message has. */
export class EmptyTopicError extends Error {}

export function isResolved(topic: string): boolean {
  return topic.startsWith(RESOLVED_TOPIC_PREFIX);
}

/** The name of a topic as resolved or as not resolved. Some clients wrote the prefix more than once. */
export function resolvedName(topic: string, resolved: boolean): string {
  const plain = topic.replace(new RegExp(`^(?:${RESOLVED_TOPIC_PREFIX})+`), '');
  return resolved ? `${RESOLVED_TOPIC_PREFIX}${plain}` : plain;
}

/** The newest message of a topic: moves of a whole topic name one of its messages. @throws EmptyTopicError */
export async function newestIn(client: Caller, { channelId, topic }: TopicPlace): Promise<number> {
  const narrow = [
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: topic },
  ];
  const params = { anchor: 'newest', num_before: 1, num_after: 0, narrow, allow_empty_topic_name: true };
  const newest = (await client.call(getMessages, params)).messages.at(-1);
  if (newest === undefined) throw new EmptyTopicError('the topic has no messages');
  return newest.id;
}

/** Resolves a topic, or opens it again, and returns its new name. */
export async function setResolved({ client }: { readonly client: Caller }, place: TopicPlace, resolved: boolean): Promise<string> {
  const topic = resolvedName(place.topic, resolved);
  await client.call(updateMessage, { message_id: await newestIn(client, place), topic, propagate_mode: 'change_all' });
  return topic;
}
