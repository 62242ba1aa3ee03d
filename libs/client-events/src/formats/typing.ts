import { z } from 'zod';
import { clientEvent } from '../client-event.js';

const person = z.object({ user_id: z.int(), email: z.string() });
const typing = {
  sender: person,
  message_type: z.enum(['direct', 'stream']),
  recipients: z.array(person).optional().describe('For direct messages: all participants, including the sender.'),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
};
const example = {
  sender: { user_id: 5, email: 'iago@demo.example' },
  message_type: 'direct' as const,
  recipients: [
    { user_id: 5, email: 'iago@demo.example' },
    { user_id: 7, email: 'leila@demo.example' },
  ],
};

export const typingStartEvent = clientEvent({
  type: 'typing',
  op: 'start',
  summary: 'A user started typing a message.',
  fields: typing,
  example,
});
export const typingStopEvent = clientEvent({
  type: 'typing',
  op: 'stop',
  summary: 'A user stopped typing a message.',
  fields: typing,
  example,
});

const editing = {
  sender_id: z.int(),
  message_id: z.int(),
  recipient: z.union([
    z.object({ type: z.literal('channel'), channel_id: z.int(), topic: z.string() }),
    z.object({ type: z.literal('direct'), user_ids: z.array(z.int()) }),
  ]),
};
const editingExample = { sender_id: 5, message_id: 42, recipient: { type: 'channel' as const, channel_id: 3, topic: 'greetings' } };

export const editTypingStartEvent = clientEvent({
  type: 'typing_edit_message',
  op: 'start',
  summary: 'A user started editing a message.',
  fields: editing,
  example: editingExample,
});

export const editTypingStopEvent = clientEvent({
  type: 'typing_edit_message',
  op: 'stop',
  summary: 'A user stopped editing a message.',
  fields: editing,
  example: editingExample,
});
