import { z } from 'zod';
import { clientEvent } from '../client-event.js';
import { messageExample } from '../examples/messages.js';
import { unreadDetails } from '../messaging/message-flags-changed.js';
import { messageObject, messageSubmessage, topicLink } from '../messaging/message-object.js';
import { PROPAGATE_MODES } from '../messaging/update-message.js';

const ids = z.array(z.int());
const flags = z.array(z.string());

export const messageEvent = clientEvent({
  type: 'message',
  summary: 'A message was sent.',
  fields: {
    flags,
    message: messageObject.omit({ flags: true }),
    local_message_id: z.string().optional().describe('As the sending client called it. Only in its own queue.'),
  },
  example: { flags: [], message: messageExample },
});

export const updateMessageEvent = clientEvent({
  type: 'update_message',
  summary: 'A message has another text, or messages have moved.',
  fields: {
    user_id: z.int().nullable(),
    edit_timestamp: z.int(),
    message_id: z.int(),
    message_ids: ids.describe('Ascending, `message_id` among them.'),
    flags: flags.describe('One’s own of `message_id`.'),
    rendering_only: z.boolean(),
    stream_id: z.int().optional().describe('The channel they were in. Absent: a direct message.'),
    stream_name: z.string().optional(),
    orig_content: z.string().optional(),
    orig_rendered_content: z.string().optional(),
    content: z.string().optional().describe('Of `message_id`. Absent: its text is the same.'),
    rendered_content: z.string().optional(),
    is_me_message: z.boolean().optional(),
    orig_subject: z.string().optional().describe('The topic they were in. Absent: nothing moved.'),
    propagate_mode: z.enum(PROPAGATE_MODES).optional(),
    subject: z.string().optional().describe('The topic they are in. Absent: the same.'),
    topic_links: z.array(topicLink).optional(),
    new_stream_id: z.int().optional().describe('The channel they are in. Absent: the same.'),
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
  summary: 'Messages are gone, or have moved to where one may not read them.',
  fields: {
    message_ids: ids.optional().describe('With the capability bulk_message_deletion.'),
    message_id: z.int().optional().describe('Without it: one event for each message.'),
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
  summary: 'One’s messages have a flag.',
  fields: { operation: z.literal('add'), ...flagged },
  example: { operation: 'add', flag: 'read', messages: [42], all: false },
});

export const updateMessageFlagsRemoveEvent = clientEvent({
  type: 'update_message_flags',
  op: 'remove',
  summary: 'One’s messages no longer have a flag.',
  fields: {
    operation: z.literal('remove'),
    ...flagged,
    message_details: z.record(z.string(), unreadDetails).optional().describe('By message id. Only of the flag `read`.'),
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
  reaction_type: z.string(),
};
const tada = { message_id: 42, user_id: 5, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };

export const reactionAddEvent = clientEvent({
  type: 'reaction',
  op: 'add',
  summary: 'Somebody added an emoji to a message.',
  fields: reaction,
  example: tada,
});

export const reactionRemoveEvent = clientEvent({
  type: 'reaction',
  op: 'remove',
  summary: 'Somebody took his emoji off a message.',
  fields: reaction,
  example: tada,
});

const { id: _, ...submessage } = messageSubmessage.shape;

export const submessageEvent = clientEvent({
  type: 'submessage',
  summary: 'Data was attached to a message: a vote, an entry of a list.',
  fields: { submessage_id: z.int(), ...submessage },
  example: {
    submessage_id: 2,
    message_id: 42,
    sender_id: 5,
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  },
});
