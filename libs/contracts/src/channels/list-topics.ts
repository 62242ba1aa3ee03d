import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, pathInt } from '../wire/param.js';

/** Topics of a channel with messages that the caller may read, newest first; `max_id` is the newest such message. */
export const listTopics = endpoint({
  name: 'listTopics',
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  service: 'channels',
  scope: 'read',
  channelLimit: 'stream_id',
  expensive: true,
  summary: 'Get the topics of a channel',
  params: {
    stream_id: pathInt(),
    allow_empty_topic_name: bool().default(false).describe('Return the empty topic name as an empty string instead of its display name.'),
  },
  response: { topics: z.array(z.object({ name: z.string(), max_id: z.int() })) },
  errors: ['invalidChannelId'],
  example: { topics: [{ name: 'colours', max_id: 26 }] },
});
