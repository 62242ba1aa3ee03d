import type { Trigger } from './missed-message.js';

/** Facts about a message and a person that decide whether they are told of it. Settings of the person, unless it says otherwise. */
export interface Recipient {
  readonly isDirect: boolean;
  readonly isMentioned: boolean;
  readonly isGroupMentioned: boolean;
  /** `@topic`, and they take part in the topic. */
  readonly isTopicWildcard: boolean;
  /** `@all`, in a channel. */
  readonly isChannelWildcard: boolean;
  /** Whether they are subscribed to its channel. */
  readonly isSubscribed: boolean;
  /** Whether they muted its channel. */
  readonly isChannelMuted: boolean;
  /** visibility_policy of its topic: 0 inherit, 1 muted, 2 unmuted, 3 followed. */
  readonly topicPolicy: number;
  /** wildcard_mentions_notify, or that of the subscription. */
  readonly wildcards: boolean;
  /** enable_followed_topic_wildcard_mentions_notify */
  readonly wildcardsInFollowedTopics: boolean;
}

/** The settings of one way of telling. */
export interface Wanted {
  /** enable_offline_email_notifications, enable_offline_push_notifications: direct messages and mentions. */
  readonly mentions: boolean;
  /** enable_followed_topic_email_notifications, enable_followed_topic_push_notifications */
  readonly followedTopics: boolean;
  /** enable_stream_email_notifications, enable_stream_push_notifications, or the value of the subscription. */
  readonly channels: boolean;
}

const MUTED = 1;
const FOLLOWED = 3;

/** Why the person is told of the message in this way, or null. Personal mentions and those of groups are told from muted channels too. */
export function triggerOf(recipient: Recipient, wanted: Wanted): Trigger | null {
  const { isDirect, isMentioned, isGroupMentioned, isTopicWildcard, isChannelWildcard, topicPolicy } = recipient;
  if (wanted.mentions) {
    if (isDirect) return 'direct';
    if (isMentioned) return 'mention';
    if (isGroupMentioned) return 'groupMention';
  }
  if (isDirect || !recipient.isSubscribed) return null;
  const isFollowed = topicPolicy === FOLLOWED;
  if (wanted.mentions && isFollowed && recipient.wildcardsInFollowedTopics) {
    if (isTopicWildcard) return 'topicWildcardInFollowedTopic';
    if (isChannelWildcard) return 'channelWildcardInFollowedTopic';
  }
  if (isSilenced(recipient)) return null;
  if (wanted.mentions && recipient.wildcards) {
    if (isTopicWildcard) return 'topicWildcard';
    if (isChannelWildcard) return 'channelWildcard';
  }
  if (isFollowed && wanted.followedTopics) return 'followedTopic';
  return wanted.channels ? 'channel' : null;
}

/** The topic is muted, or the channel is and the topic is not an exception. */
function isSilenced({ isChannelMuted, topicPolicy }: Recipient): boolean {
  return topicPolicy === MUTED || (isChannelMuted && topicPolicy === 0);
}
