import { z } from 'zod';
import { WIRE_REACTION_TYPES } from '../reaction-types.js';
import { reactingUser } from './reacting-user.js';

const messageReaction = z.object({
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.string().meta({ enum: WIRE_REACTION_TYPES }),
  user_id: z.int(),
  user: reactingUser.optional(),
});

/** A part of a topic and the URL it links to. */
export const topicLink = z.object({ text: z.string(), url: z.string() });

/** Data of a widget (poll, to-do list) attached to a message. */
export const messageSubmessage = z.object({
  id: z.int(),
  msg_type: z.string(),
  content: z.string(),
  message_id: z.int(),
  sender_id: z.int(),
});

/** One edit of a message, as stored: the previous values, and the target of a move. */
export const messageEdit = z.object({
  user_id: z.int().nullable(),
  timestamp: z.int(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_topic: z.string().optional(),
  topic: z.string().optional(),
  prev_stream: z.int().optional(),
  stream: z.int().optional(),
});
export type MessageEdit = z.infer<typeof messageEdit>;

/** Facts of a message that are the same for all users. All client formats are built from them. */
export const messageFacts = z.object({
  id: z.int(),
  /** Seconds since the epoch. */
  sentAt: z.int(),
  organizationStringId: z.string(),
  sender: z.object({
    id: z.int(),
    /** API email. */
    email: z.string(),
    fullName: z.string(),
    avatarUrl: z.string(),
    /** Its URL follows from an email address that everyone may see. */
    avatarIsComputable: z.boolean(),
  }),
  clientName: z.string(),
  content: z.string(),
  rendered: z.string(),
  /** MESSAGE_ATTRS */
  attrs: z.int(),
  recipient: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('channel'), channelId: z.int(), channelName: z.string(), topic: z.string() }),
    z.object({
      kind: z.literal('direct'),
      conversationId: z.int(),
      /** Including the sender. */
      participants: z.array(z.object({ id: z.int(), email: z.string(), fullName: z.string() })),
    }),
  ]),
  /** Links that linkifiers find in the topic. Absent if there are none. */
  topicLinks: z.array(topicLink).optional(),
  /** Oldest first. */
  reactions: z.array(messageReaction).optional(),
  /** Oldest first. */
  submessages: z.array(messageSubmessage).optional(),
  editHistory: z.array(messageEdit).optional(),
  lastEditedAt: z.int().optional(),
  lastMovedAt: z.int().optional(),
});
export type MessageFacts = z.infer<typeof messageFacts>;

/** A message in the format for clients. Responses add `flags`. */
export const messageObject = z
  .object({
    id: z.int(),
    type: z.enum(['stream', 'private']),
    stream_id: z.int().optional(),
    subject: z.string(),
    content: z.string(),
    content_type: z.enum(['text/html', 'text/x-markdown']),
    timestamp: z.int(),
    sender_id: z.int(),
    sender_email: z.string(),
    sender_full_name: z.string(),
    sender_realm_str: z.string(),
    avatar_url: z.string().nullable(),
    client: z.string(),
    display_recipient: z.union([
      z.string(),
      z.array(z.object({ id: z.int(), email: z.string(), full_name: z.string(), is_mirror_dummy: z.boolean() })),
    ]),
    recipient_id: z.int(),
    is_me_message: z.boolean(),
    flags: z.array(z.string()).optional(),
    reactions: z.array(messageReaction),
    submessages: z.array(messageSubmessage),
    topic_links: z.array(topicLink),
    edit_history: z.array(messageEdit).optional(),
    last_edit_timestamp: z.int().optional(),
    last_moved_timestamp: z.int().optional(),
    /** Only in search results: content and topic as HTML, with matches in `<span class="highlight">`. */
    match_content: z.string().optional(),
    match_subject: z.string().optional(),
  })
  .meta({ id: 'Message' });
export type MessageObject = z.infer<typeof messageObject>;
