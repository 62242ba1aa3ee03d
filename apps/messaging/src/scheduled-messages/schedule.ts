import type { ScheduledMessageObject } from '@parley/contracts/messaging';
import type { ComposedMessage } from '../composing/compose.js';
import type { Addressee } from '../destinations/addressee.js';

/** What is sent later, as stored. */
export interface ScheduledText {
  readonly type: 'stream' | 'private';
  /** One channel, or the other users of a direct message (its writer, if there are no others). */
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly rendered: string;
}

export interface Schedule extends ScheduledText {
  readonly readBySender: boolean;
  readonly clientName: string;
  /** Seconds since the epoch. */
  readonly dueAt: number;
}

export function scheduledText({ facts, destination }: ComposedMessage): ScheduledText {
  const text = { content: facts.content, rendered: facts.rendered };
  if (destination.kind === 'channel') return { type: 'stream', to: [destination.channel.id], topic: destination.topic, ...text };
  const others = destination.participants.map(({ id }) => id).filter((id) => id !== facts.sender.id);
  return { type: 'private', to: others.length === 0 ? [facts.sender.id] : others, topic: '', ...text };
}

export function addresseeOfSchedule({ type, to, topic }: ScheduledText): Addressee {
  const [channelId] = to;
  if (type === 'private' || channelId === undefined) return { kind: 'direct', userIds: to, emails: [] };
  return { kind: 'channel', channel: { by: 'id', id: channelId }, topic };
}

export function scheduledMessageObjectOf(
  id: number,
  { type, to, topic, content, rendered, dueAt }: ScheduledText & Pick<Schedule, 'dueAt'>,
  failed: boolean,
): ScheduledMessageObject {
  const common = { scheduled_message_id: id, content, rendered_content: rendered, scheduled_delivery_timestamp: dueAt, failed };
  const [channelId] = to;
  if (type === 'private' || channelId === undefined) return { ...common, type: 'private', to: [...to] };
  return { ...common, type: 'stream', to: channelId, topic };
}
