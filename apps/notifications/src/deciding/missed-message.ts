/** Why someone is told of a message, the most important first. The numbers are stored, so they must not change. */
export const TRIGGERS = {
  direct: 1,
  mention: 2,
  groupMention: 3,
  topicWildcardInFollowedTopic: 4,
  channelWildcardInFollowedTopic: 5,
  topicWildcard: 6,
  channelWildcard: 7,
  followedTopic: 8,
  channel: 9,
} as const;
export type Trigger = keyof typeof TRIGGERS;

/** From this number on, a message is for many people at once. Of such messages, only the newest wait for a person, so that they cannot pile up. */
export const FIRST_BROAD_TRIGGER = TRIGGERS.topicWildcardInFollowedTopic;

export function isBroad(trigger: Trigger): boolean {
  return TRIGGERS[trigger] >= FIRST_BROAD_TRIGGER;
}

/** A message of which someone may have to be told, as decided when it was sent. What is sent later checks whether it is still unread and readable. */
export interface MissedMessage {
  readonly messageId: number;
  readonly userId: number;
  /** Why they are told by e-mail; null: they are not, even while they are away. */
  readonly email: Trigger | null;
  /** The same for push notifications. */
  readonly push: Trigger | null;
  /** The group, if they are told because of a mention of a single group. */
  readonly mentionedGroupId: number | null;
  /** Whether they had not been active for a while (server_presence_offline_threshold_seconds) when it was sent. */
  readonly isAway: boolean;
  /** Whether they want push notifications although they are not away (enable_online_push_notifications). */
  readonly isPushedOnline: boolean;
}
