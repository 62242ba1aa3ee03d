import { displayTopic, MESSAGE_ATTRS } from '@parley/contracts';
import { type MessageFacts, type MessageObject, messageEdit } from '@parley/contracts/messaging';
import { z } from 'zod';
import { reactionTypeFor } from '../stock-clients.js';

/** Client properties that affect the format of a message. */
export interface MessageView {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly knowsEmptyTopic: boolean;
  /** The name of the client that receives the message. Some clients use other spellings of values (stock-clients.ts). */
  readonly readerClient: string;
}

/** Builds the message object, without flags, for both responses and events. */
export function buildMessageObject(facts: MessageFacts, view: MessageView): MessageObject {
  const { sender } = facts;
  return {
    id: facts.id,
    ...addressOf(facts, view),
    content: view.applyMarkdown ? facts.rendered : facts.content,
    content_type: view.applyMarkdown ? 'text/html' : 'text/x-markdown',
    timestamp: facts.sentAt,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.fullName,
    sender_realm_str: facts.organizationStringId,
    avatar_url: view.clientGravatar && sender.avatarIsComputable ? null : sender.avatarUrl,
    client: facts.clientName,
    is_me_message: (facts.attrs & MESSAGE_ATTRS.meMessage) !== 0,
    reactions: reactionsOf(facts, view),
    submessages: facts.submessages ?? [],
    topic_links: facts.topicLinks ?? [],
    ...editsOf(facts, view),
  };
}

function reactionsOf({ reactions = [] }: MessageFacts, { readerClient }: MessageView): MessageObject['reactions'] {
  return reactions.map((reaction) => ({ ...reaction, reaction_type: reactionTypeFor(readerClient, reaction.reaction_type) }));
}

/** Ids of channels and conversations overlap. Channels get even recipient ids, and conversations odd ones. */
function addressOf({ recipient }: MessageFacts, view: MessageView) {
  if (recipient.kind === 'channel') {
    return {
      type: 'stream',
      stream_id: recipient.channelId,
      subject: displayTopic(recipient.topic, view.knowsEmptyTopic),
      display_recipient: recipient.channelName,
      recipient_id: recipient.channelId * 2,
    } as const;
  }
  return {
    type: 'private',
    subject: '',
    display_recipient: [...recipient.participants]
      .sort((a, b) => a.id - b.id)
      .map(({ id, email, fullName }) => ({ id, email, full_name: fullName, is_mirror_dummy: false })),
    recipient_id: recipient.conversationId * 2 + 1,
  } as const;
}

function editsOf({ editHistory, lastEditedAt, lastMovedAt }: MessageFacts, view: MessageView) {
  return {
    ...(editHistory && { edit_history: editHistory.map((edit) => shownEdit(edit, view)) }),
    ...(lastEditedAt !== undefined && { last_edit_timestamp: lastEditedAt }),
    ...(lastMovedAt !== undefined && { last_moved_timestamp: lastMovedAt }),
  };
}

function shownEdit(edit: z.infer<typeof messageEdit>, { knowsEmptyTopic }: MessageView) {
  return {
    ...edit,
    ...(edit.topic !== undefined && { topic: displayTopic(edit.topic, knowsEmptyTopic) }),
    ...(edit.prev_topic !== undefined && { prev_topic: displayTopic(edit.prev_topic, knowsEmptyTopic) }),
  };
}
