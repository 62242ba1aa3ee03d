import { messageExample } from '@parley/contracts/examples';
import {
  messageObject,
  messageSubmessage,
  PROPAGATE_MODES,
  reactingUser,
  topicLink,
  unreadDetails,
  WIRE_REACTION_TYPES,
} from '@parley/contracts/messaging';
import { z } from 'zod';
import { clientEvent } from '../client-event.js';

const ids = z.array(z.int());
const flags = z.array(z.string());

export const messageEvent = clientEvent({
  type: 'message',
  summary: 'A message was sent.',
  fields: {
    flags,
    message: messageObject.omit({ flags: true }),
    local_message_id: z
      .string()
      .optional()
      .describe('The `local_id` that the sending client gave. Only in the queue that the client named.'),
  },
  example: { flags: [], message: messageExample },
});

export const updateMessageEvent = clientEvent({
  type: 'update_message',
  summary: 'A message was edited, or messages were moved.',
  fields: {
    user_id: z.int().nullable(),
    edit_timestamp: z.int(),
    message_id: z.int(),
    message_ids: ids.describe('Ids of all affected messages in ascending order, including `message_id`.'),
    flags: flags.describe("The user's flags for `message_id`."),
    rendering_only: z.boolean(),
    stream_id: z.int().optional().describe('The channel before the change. Omitted for direct messages.'),
    stream_name: z.string().optional(),
    orig_content: z.string().optional(),
    orig_rendered_content: z.string().optional(),
    content: z.string().optional().describe('The new content of `message_id`. Omitted if the content did not change.'),
    rendered_content: z.string().optional(),
    is_me_message: z.boolean().optional(),
    orig_subject: z.string().optional().describe('The topic before the move. Omitted if no message moved.'),
    propagate_mode: z.enum(PROPAGATE_MODES).optional(),
    subject: z.string().optional().describe('The new topic. Omitted if the topic did not change.'),
    topic_links: z.array(topicLink).optional(),
    new_stream_id: z.int().optional().describe('The new channel. Omitted if the channel did not change.'),
  },
  example: {
    user_id: 5,
    edit_timestamp: 1_795_261_904,
    message_id: 42,
    message_ids: [42],
    flags: ['read'],
    rendering_only: false,
    stream_id: 3,
    stream_name: 'general',
    orig_content: 'as it was',
    orig_rendered_content: '<p>as it was</p>',
    content: 'as it **is**',
    rendered_content: '<p>as it <strong>is</strong></p>',
    is_me_message: false,
  },
});

export const deleteMessageEvent = clientEvent({
  type: 'delete_message',
  summary: 'Messages were deleted, or were moved to a place where the user cannot read them.',
  fields: {
    message_ids: ids.optional().describe('For clients with the capability `bulk_message_deletion`.'),
    message_id: z.int().optional().describe('For clients without that capability, which get one event for each message.'),
    message_type: z.enum(['stream', 'private']),
    stream_id: z.int().optional(),
    topic: z.string().optional(),
  },
  example: { message_ids: [42, 43], message_type: 'stream', stream_id: 3, topic: 'greetings' },
});

const flagged = { flag: z.enum(['read', 'starred', 'collapsed']), messages: ids, all: z.boolean() };

export const updateMessageFlagsAddEvent = clientEvent({
  type: 'update_message_flags',
  op: 'add',
  summary: "A flag was added to the user's copies of messages.",
  fields: { operation: z.literal('add'), ...flagged },
  example: { operation: 'add', flag: 'read', messages: [42], all: false },
});

export const updateMessageFlagsRemoveEvent = clientEvent({
  type: 'update_message_flags',
  op: 'remove',
  summary: "A flag was removed from the user's copies of messages.",
  fields: {
    operation: z.literal('remove'),
    ...flagged,
    message_details: z.record(z.string(), unreadDetails).optional().describe('Keyed by message id. Only for the flag `read`.'),
  },
  example: {
    operation: 'remove',
    flag: 'read',
    messages: [42],
    all: false,
    message_details: { 42: { type: 'stream', stream_id: 3, topic: 'greetings', unmuted_stream_msg: true } },
  },
});

const reaction = {
  message_id: z.int(),
  user_id: z.int(),
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.enum(WIRE_REACTION_TYPES),
  user: reactingUser.optional(),
};
const tada = { message_id: 42, user_id: 5, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const;

export const reactionAddEvent = clientEvent({
  type: 'reaction',
  op: 'add',
  summary: 'A user added an emoji reaction to a message.',
  fields: reaction,
  example: tada,
});

export const reactionRemoveEvent = clientEvent({
  type: 'reaction',
  op: 'remove',
  summary: 'A user removed an emoji reaction from a message.',
  fields: reaction,
  example: tada,
});

const { id: _, ...submessage } = messageSubmessage.shape;

export const submessageEvent = clientEvent({
  type: 'submessage',
  summary: 'A submessage was added to a message, such as a vote in a poll or an entry of a todo list.',
  fields: { submessage_id: z.int(), ...submessage },
  example: {
    submessage_id: 2,
    message_id: 42,
    sender_id: 5,
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  },
});
