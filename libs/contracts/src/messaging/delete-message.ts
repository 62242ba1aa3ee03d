import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathInt, text } from '../wire/param.js';

/** Deletes one message for everyone. */
export const deleteMessage = endpoint({
  name: 'deleteMessage',
  method: 'DELETE',
  path: '/messages/{message_id}',
  service: 'messaging',
  scope: 'send',
  summary: 'Delete a message',
  description: 'Requires permission from the organization or the channel. Permission to delete your own messages can have a time limit.',
  params: { message_id: pathInt() },
  response: {},
  errors: ['invalidMessages', 'mayNotDeleteMessage', 'tooLateToDelete'],
});

/** Deletes the messages of a topic that the caller may read, newest first. */
export const deleteTopic = endpoint({
  name: 'deleteTopic',
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  service: 'messaging',
  scope: 'manage_channels',
  channelLimit: 'stream_id',
  summary: 'Delete a topic',
  description:
    'Requires permission to delete any message in the channel. `complete` is false if the time limit was reached first: repeat the request.',
  params: { stream_id: pathInt(), topic_name: text().example('colours') },
  response: { complete: z.boolean() },
  errors: ['invalidChannelId', 'insufficientPermission'],
  timeoutMs: 30_000,
  example: { complete: true },
});
