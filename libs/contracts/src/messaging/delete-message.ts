import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathInt, text } from '../wire/param.js';

/** Deletes one message for everybody (reference/rules.md section 5). */
export const deleteMessage = endpoint({
  name: 'deleteMessage',
  method: 'DELETE',
  path: '/messages/{message_id}',
  service: 'messaging',
  summary: 'Delete a message',
  description: 'One may delete by the permissions of the organization and of the channel; what one sent oneself only for a while.',
  params: { message_id: pathInt() },
  response: {},
  errors: ['invalidMessages', 'badRequest'],
});

/** Deletes what the caller may read of a topic, newest first. */
export const deleteTopic = endpoint({
  name: 'deleteTopic',
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  service: 'messaging',
  summary: 'Delete a topic',
  description: 'For whoever may delete any message. `complete` is false when time ran out: ask again.',
  params: { stream_id: pathInt(), topic_name: text().example('colours') },
  response: { complete: z.boolean() },
  errors: ['invalidChannelId', 'insufficientPermission'],
  timeoutMs: 30_000,
  example: { complete: true },
});
