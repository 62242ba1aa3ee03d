import { FLAG_BITS, MESSAGE_ATTRS, type PayloadOf } from '@parley/contracts';
import { flagNames, messageSent } from '@parley/contracts/messaging';
import { knowsArchivedChannels } from '../channels/revealing-channels.js';
import { type Audience, type ClientEvent, fanOut, type Part, type QueueView } from '../fan-out.js';
import { attachmentParts } from './attachment-object.js';
import { channelPropertyPart, firstMessagePart } from './first-message.js';
import { buildMessageObject, type MessageView } from './message-object.js';
import { matchesRegisterNarrow } from './register-narrow.js';
import { messageShownTo } from './strangers.js';

type MessageSent = PayloadOf<typeof messageSent>;

export const messageSentFanOut = fanOut(messageSent, {
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
    readerClient: queue.clientName,
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
