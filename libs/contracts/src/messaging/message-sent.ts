import { z } from 'zod';
import { channelWatchers } from '../channels/channel-watchers.js';
import { knowsArchivedChannels } from '../channels/revealing-channels.js';
import { type Audience, type ClientEvent, domainEvent, type Part, type QueueView } from '../domain-event.js';
import { FLAG_BITS, MESSAGE_ATTRS } from '../message-bits.js';
import { attachmentChange, attachmentParts } from './attachment-object.js';
import { channelPropertyPart, firstMessagePart } from './first-message.js';
import { flagNames } from './message-flag-names.js';
import { buildMessageObject, type MessageView, messageFacts } from './message-object.js';
import { matchesRegisterNarrow } from './register-narrow.js';
import { messageShownTo, strangers } from './strangers.js';

const payload = z.object({
  message: messageFacts,
  /** Flag bits by user id, for users whose flags differ from "received and unread". They become rows of message_flag. */
  flags: z.record(z.string(), z.int()),
  /** Users who have muted the sender, for whom the message is read on arrival. */
  readBy: z.array(z.int()),
  /** Bots, mentioned by name or in a group, that receive the message without being subscribed, because they may read the channel. */
  botIds: z.array(z.int()).optional(),
  /** Public channel: queues with all_public_streams receive it too. */
  isPublic: z.boolean(),
  /** True for a notice in an archived channel. */
  isArchived: z.boolean().optional(),
  /** Whether it is the first message of the channel. */
  isFirstInChannel: z.boolean(),
  /** Whether the channel was not recently active before. */
  isActiveAgain: z.boolean().optional(),
  /** Users who can see the channel without being subscribed. Present if one of the two above is true. */
  watchers: channelWatchers.optional(),
  /** The queue of the sending client, and the client's local id of the message. */
  origin: z.object({ queueId: z.string(), localId: z.string() }).nullable(),
  /** The sender's uploads that it links. */
  attachments: z.array(attachmentChange).default([]),
  /** Total bytes of the organization's attachments. */
  uploadSpaceUsed: z.int().default(0),
  /** Absent if all readers may see all users that the message names. */
  strangers: strangers.optional(),
});
type MessageSent = z.infer<typeof payload>;

/** A message was sent. One statement of the messaging service writes its row, the flags of mentioned users and this event. */
export const messageSent = domainEvent({
  type: 'message.sent',
  owner: 'messaging',
  payload,
  // New parts must be added at the end, because event ids and the content of queues depend on the indexes.
  parts: (sent) => [
    messagePart(sent),
    ...channelParts(sent),
    ...attachmentParts(sent.attachments, sent.uploadSpaceUsed),
    ...publicPart(sent),
  ],
});

function messagePart(sent: MessageSent): Part {
  return {
    clientType: 'message',
    audience: audienceOf(sent),
    wants: (queue) =>
      isForClient(sent, queue) && matchesRegisterNarrow(queue.narrow, messageFor(sent, queue), flagsFor(sent, queue.userId)),
    render: (queue) => renderMessage(sent, queue, flagsFor(sent, queue.userId)),
  };
}

function messageFor({ message, strangers: named }: MessageSent, { userId }: QueueView): MessageSent['message'] {
  return messageShownTo(message, named, userId);
}

function isForClient({ isArchived }: MessageSent, queue: QueueView): boolean {
  return isArchived !== true || knowsArchivedChannels(queue);
}

function audienceOf({ message: { recipient }, botIds = [] }: MessageSent): Audience {
  if (recipient.kind === 'direct') return { users: recipient.participants.map(({ id }) => id) };
  const channels = [recipient.channelId];
  return botIds.length === 0 ? { channels } : { channels, users: botIds };
}

/** For queues with all_public_streams. Users who are not subscribed have no flags. */
function publicPart(sent: MessageSent): Part[] {
  const { message, isPublic, botIds = [] } = sent;
  if (!isPublic || message.recipient.kind !== 'channel') return [];
  return [
    {
      clientType: 'message',
      audience: { publicChannel: message.recipient.channelId, ...(botIds.length > 0 && { except: botIds }) },
      wants: (queue) => isForClient(sent, queue) && matchesRegisterNarrow(queue.narrow, message, []),
      render: (queue) => renderMessage(sent, queue, []),
    },
  ];
}

function renderMessage(sent: MessageSent, queue: QueueView, flags: readonly string[]): ClientEvent {
  const event = {
    type: 'message',
    flags,
    message: buildMessageObject(messageFor(sent, queue), viewOf(queue)),
  };
  return sent.origin?.queueId === queue.queueId ? { ...event, local_message_id: sent.origin.localId } : event;
}

function flagsFor({ message, flags, readBy }: MessageSent, userId: number): string[] {
  const isReadByAll = (message.attrs & MESSAGE_ATTRS.arrivesRead) !== 0;
  const isReadBySender = message.sender.id === userId && (message.attrs & MESSAGE_ATTRS.readBySender) !== 0;
  const bits = flags[userId] ?? (isReadByAll || isReadBySender || readBy.includes(userId) ? FLAG_BITS.read : 0);
  return flagNames(bits, message.attrs);
}

function viewOf(queue: QueueView): MessageView {
  return {
    applyMarkdown: queue.applyMarkdown,
    clientGravatar: queue.clientGravatar,
    knowsEmptyTopic: queue.capabilities.empty_topic_name === true,
    clientName: queue.clientName,
  };
}

/** Notifies all users who can see the channel of its first message, and that it is active again. */
function channelParts({ message: { id, recipient }, isFirstInChannel, isActiveAgain, watchers, isPublic }: MessageSent): Part[] {
  if (recipient.kind !== 'channel') return [];
  const channel = { channelId: recipient.channelId, channelName: recipient.channelName, isPublic, watchers };
  return [
    ...(isFirstInChannel ? [firstMessagePart({ ...channel, messageId: id })] : []),
    ...(isActiveAgain === true ? [channelPropertyPart(channel, 'is_recently_active', true)] : []),
  ];
}
