import type { ServerEvent } from '@parley/client-events';
import type { MessageObject } from '@parley/contracts/messaging';
import { withReaction } from '../state/folds/reaction.js';
import { withSubmessage } from '../state/folds/submessage.js';

type Event<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;

/** The message of an event that it was sent. */
export function sentMessage({ message, flags }: Event<'message'>): MessageObject {
  return { ...message, flags };
}

/** Whether the event changes messages in place. */
export function isChange(event: ServerEvent): event is Event<'update_message' | 'reaction' | 'submessage' | 'update_message_flags'> {
  return ['update_message', 'reaction', 'submessage', 'update_message_flags'].includes(event.type);
}

/**
 * The message after the event; the same object if the event is not about it. Applying events of the recent past again, in their order, leads
 * to the same message: a page may be older or newer than the events that arrived with it.
 */
export function changedMessage(message: MessageObject, event: ServerEvent, channelName: (id: number) => string | undefined): MessageObject {
  switch (event.type) {
    case 'reaction':
      return event.message_id === message.id ? withReaction(message, event) : message;
    case 'submessage':
      return event.message_id === message.id ? withSubmessage(message, event) : message;
    case 'update_message_flags':
      return event.all || event.messages.includes(message.id) ? withFlag(message, event) : message;
    case 'update_message': {
      const edited = event.message_id === message.id ? withContent(message, event) : message;
      return event.message_ids.includes(message.id) ? withPlace(edited, event, channelName) : edited;
    }
    default:
      return message;
  }
}

function withFlag(message: MessageObject, { op, flag }: Event<'update_message_flags'>): MessageObject {
  const { flags = [] } = message;
  if (flags.includes(flag) === (op === 'add')) return message;
  return { ...message, flags: op === 'add' ? [...flags, flag] : flags.filter((other) => other !== flag) };
}

function withContent(message: MessageObject, event: Event<'update_message'>): MessageObject {
  const content = message.content_type === 'text/html' ? event.rendered_content : event.content;
  if (content === undefined) return { ...message, flags: event.flags };
  // What a search marked was in the text before.
  const { match_content: _, ...unmarked } = message;
  return {
    ...unmarked,
    content,
    flags: event.flags,
    is_me_message: event.is_me_message ?? message.is_me_message,
    ...(event.rendering_only ? {} : { last_edit_timestamp: event.edit_timestamp }),
  };
}

function withPlace(message: MessageObject, event: Event<'update_message'>, channelName: (id: number) => string | undefined): MessageObject {
  const { orig_subject, subject, new_stream_id: channelId, topic_links } = event;
  if (orig_subject === undefined) return message;
  return {
    ...message,
    ...(subject !== undefined && { subject }),
    ...(topic_links && { topic_links }),
    ...(channelId !== undefined && { stream_id: channelId, display_recipient: channelName(channelId) ?? message.display_recipient }),
    last_moved_timestamp: event.edit_timestamp,
  };
}
