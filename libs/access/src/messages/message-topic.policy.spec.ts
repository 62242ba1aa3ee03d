import { describe, expect, it } from '@jest/globals';
import { checkedTopic } from './checked-topic.js';
import { topicsPolicyRefusal } from './message-topic.policy.js';

describe('a topic', () => {
  it.each([
    ['plans', 'plans'],
    ['  plans  ', 'plans'],
    ['', ''],
    ['(no topic)', ''],
    ['general chat', ''],
    ['General Chat', 'General Chat'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['\u{1f389}'.repeat(60), '\u{1f389}'.repeat(60)],
  ])('%j is stored as %j', (input, stored) => {
    expect(checkedTopic(input)).toBe(stored);
  });

  it.each([
    ['a\nb', 'Invalid character in topic, at position 2!'],
    ['\u{1f389}\u0000', 'Invalid character in topic, at position 2!'],
    ['\ud800', 'Invalid character in topic, at position 1!'],
    ['a\u2028b', 'Invalid character in topic, at position 2!'],
    ['a\u2029b', 'Invalid character in topic, at position 2!'],
    ['ab\uffff', 'Invalid character in topic, at position 3!'],
    ['x'.repeat(61), 'topic is too long (limit: 60 characters)'],
  ])('%j is rejected, never truncated', (input, msg) => {
    expect(() => checkedTopic(input)).toThrow(msg);
  });
});

describe('the topics policy', () => {
  it.each([
    ['', 'inherit', 'allow_empty_topic', undefined],
    ['', 'inherit', 'disable_empty_topic', 'Sending messages to the general chat is not allowed in this channel.'],
    ['', 'allow_empty_topic', 'disable_empty_topic', undefined],
    ['', 'disable_empty_topic', 'allow_empty_topic', 'Sending messages to the general chat is not allowed in this channel.'],
    ['a', 'disable_empty_topic', 'allow_empty_topic', undefined],
    ['a', 'empty_topic_only', 'allow_empty_topic', 'Only the general chat topic is allowed in this channel.'],
    ['', 'empty_topic_only', 'disable_empty_topic', undefined],
  ])('topic %j in a channel with %s, organization with %s: %j', (topic, channel, organization, msg) => {
    expect(topicsPolicyRefusal(topic, channel, organization)?.msg).toBe(msg);
  });
});
