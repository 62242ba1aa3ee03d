import { describe, expect, it } from '@jest/globals';
import { type Recipient, triggerOf, type Wanted } from './triggers.policy.js';

/** A subscriber of the channel, whom nothing names. */
const SUBSCRIBER: Recipient = {
  isDirect: false,
  isMentioned: false,
  isGroupMentioned: false,
  isTopicWildcard: false,
  isChannelWildcard: false,
  isSubscribed: true,
  isChannelMuted: false,
  topicPolicy: 0,
  wildcards: true,
  wildcardsInFollowedTopics: true,
};
const ALL: Wanted = { mentions: true, followedTopics: true, channels: true };
const MENTIONS: Wanted = { mentions: true, followedTopics: false, channels: false };
const NONE: Wanted = { mentions: false, followedTopics: false, channels: false };

describe('why someone is told of a message', () => {
  it.each<[string, Partial<Recipient>, Wanted, ReturnType<typeof triggerOf>]>([
    ['a direct message', { isDirect: true, isSubscribed: false }, MENTIONS, 'direct'],
    ['a direct message that mentions them', { isDirect: true, isSubscribed: false, isMentioned: true }, MENTIONS, 'direct'],
    ['a direct message, not wanted', { isDirect: true, isSubscribed: false }, { ...ALL, mentions: false }, null],
    ['a mention', { isMentioned: true, isGroupMentioned: true, isChannelWildcard: true }, ALL, 'mention'],
    ['a mention in a muted topic', { isMentioned: true, topicPolicy: 1 }, MENTIONS, 'mention'],
    ['a mention in a muted channel', { isMentioned: true, isChannelMuted: true }, MENTIONS, 'mention'],
    ['a mention, not wanted', { isMentioned: true }, NONE, null],
    ['a mention, not wanted, in a channel that is', { isMentioned: true }, { ...NONE, channels: true }, 'channel'],
    ['a mention of a group', { isGroupMentioned: true, isTopicWildcard: true }, ALL, 'groupMention'],
    [
      'a topic wildcard in a followed topic',
      { isTopicWildcard: true, isChannelWildcard: true, topicPolicy: 3 },
      ALL,
      'topicWildcardInFollowedTopic',
    ],
    ['a channel wildcard in a followed topic', { isChannelWildcard: true, topicPolicy: 3 }, MENTIONS, 'channelWildcardInFollowedTopic'],
    [
      'one of a muted channel',
      { isChannelWildcard: true, topicPolicy: 3, isChannelMuted: true },
      MENTIONS,
      'channelWildcardInFollowedTopic',
    ],
    ['one, not wanted there', { isChannelWildcard: true, topicPolicy: 3, wildcardsInFollowedTopics: false }, MENTIONS, 'channelWildcard'],
    [
      'one, wanted nowhere',
      { isChannelWildcard: true, topicPolicy: 3, wildcardsInFollowedTopics: false, wildcards: false },
      ALL,
      'followedTopic',
    ],
    ['a topic wildcard', { isTopicWildcard: true, isChannelWildcard: true }, ALL, 'topicWildcard'],
    ['a channel wildcard', { isChannelWildcard: true }, ALL, 'channelWildcard'],
    ['a channel wildcard in a muted topic', { isChannelWildcard: true, topicPolicy: 1 }, ALL, null],
    ['a channel wildcard in a muted channel', { isChannelWildcard: true, isChannelMuted: true }, ALL, null],
    [
      'a channel wildcard in an unmuted topic of a muted channel',
      { isChannelWildcard: true, isChannelMuted: true, topicPolicy: 2 },
      ALL,
      'channelWildcard',
    ],
    ['a channel wildcard, not wanted', { isChannelWildcard: true, wildcards: false }, MENTIONS, null],
    ['a channel wildcard without mentions', { isChannelWildcard: true }, { ...NONE, channels: true }, 'channel'],
    ['a followed topic', { topicPolicy: 3 }, ALL, 'followedTopic'],
    ['a followed topic of a muted channel', { topicPolicy: 3, isChannelMuted: true }, ALL, 'followedTopic'],
    ['a followed topic, not wanted', { topicPolicy: 3 }, MENTIONS, null],
    ['a followed topic of a channel that they left', { topicPolicy: 3, isSubscribed: false }, ALL, null],
    ['any message of a channel', {}, ALL, 'channel'],
    ['any message of a muted topic', { topicPolicy: 1 }, ALL, null],
    ['any message of a muted channel', { isChannelMuted: true }, ALL, null],
    ['any message of an unmuted topic of a muted channel', { isChannelMuted: true, topicPolicy: 2 }, ALL, 'channel'],
    ['any message, not wanted', {}, MENTIONS, null],
  ])('%s', (_, facts, wanted, trigger) => {
    expect(triggerOf({ ...SUBSCRIBER, ...facts }, wanted)).toBe(trigger);
  });
});
