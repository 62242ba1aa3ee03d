import { endpoint } from '../contract.js';
import { TOPIC_NAME_ERRORS } from '../errors/error-lists.js';
import { LIMITS } from '../limits.js';
import { int, json, text } from '../wire/param.js';
import { type TopicVisibility, topicVisibility } from './topic-visibility.js';

/** Mutes, unmutes or follows a topic for the caller, or resets it to inherit from the channel. The topic need not have messages. */
export const setTopicVisibility = endpoint({
  name: 'setTopicVisibility',
  method: 'POST',
  path: '/user_topics',
  service: 'channels',
  scope: 'personal',
  summary: 'Set your visibility policy for a topic',
  params: {
    stream_id: int(),
    topic: text({ max: LIMITS.max_topic_length }).example('lunch'),
    visibility_policy: json<TopicVisibility>(topicVisibility)
      .describe('0: inherit from the channel. 1: muted. 2: unmuted. 3: followed.')
      .example(3),
  },
  response: {},
  errors: ['invalidChannelId', ...TOPIC_NAME_ERRORS],
  safeToRetry: true,
  example: {},
});
