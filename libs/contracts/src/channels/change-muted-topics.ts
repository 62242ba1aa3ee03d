import { endpoint } from '../contract.js';
import { TOPIC_NAME_ERRORS } from '../errors/error-lists.js';
import { LIMITS } from '../limits.js';
import { choice, int, text } from '../wire/param.js';

/** Mutes or unmutes a topic for the caller. Exactly one of `stream_id` and `stream` names the channel. */
export const changeMutedTopics = endpoint({
  name: 'changeMutedTopics',
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  service: 'channels',
  scope: 'personal',
  deprecated: true,
  summary: 'Mute or unmute a topic',
  params: {
    stream_id: int().optional(),
    stream: text().optional().describe('Name of the channel.').example('design'),
    topic: text({ max: LIMITS.max_topic_length }).example('lunch'),
    op: choice(['add', 'remove']).describe('`add` mutes the topic. `remove` unmutes it, and has no effect if it is not muted.'),
  },
  response: {},
  errors: ['missingParameter', 'unsupportedCombination', 'invalidChannelId', 'invalidChannelName', ...TOPIC_NAME_ERRORS],
  safeToRetry: true,
  example: {},
});
