import { z } from 'zod';
import { endpoint } from '../contract.js';
import { messageExample } from '../examples/messages.js';
import { bool, pathInt } from '../wire/param.js';
import { messageObject } from './message-object.js';

/** One message that the caller may read. */
export const getMessage = endpoint({
  name: 'getMessage',
  method: 'GET',
  path: '/messages/{message_id}',
  service: 'messaging',
  scope: 'read',
  channelLimit: 'service',
  auth: 'optional',
  summary: 'Get a message',
  description: 'Without credentials, only messages in web-public channels can be read.',
  params: {
    message_id: pathInt(),
    apply_markdown: bool().default(true).describe('Return content as HTML instead of Markdown.'),
    client_gravatar: bool()
      .alias('client_extavatar')
      .default(true)
      .describe('The client computes avatar URLs from email addresses itself. `avatar_url` is then null where it can.'),
    allow_empty_topic_name: bool().default(false).describe('Return the empty topic name as an empty string instead of its display name.'),
  },
  response: { message: messageObject, raw_content: z.string() },
  errors: ['invalidMessages'],
  example: { message: { ...messageExample, flags: ['read'] }, raw_content: 'Hello, **world**' },
});
