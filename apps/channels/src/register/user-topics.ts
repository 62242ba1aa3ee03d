import type { Reader } from '@parley/persistence';

/** What a person chose for a topic. */
export interface UserTopicRecord {
  readonly channelId: number;
  readonly channelName: string;
  readonly isSubscribed: boolean;
  readonly topicName: string;
  /** 1 muted, 2 unmuted, 3 followed. */
  readonly visibilityPolicy: number;
  /** Seconds since the epoch. */
  readonly updatedAt: number;
}

export function userTopicsOf(reader: Reader, organizationId: number, userId: number): Promise<UserTopicRecord[]> {
  return reader.$queryRaw<UserTopicRecord[]>`
    SELECT t.channel_id AS "channelId", c.name AS "channelName", t.topic_name AS "topicName",
      t.visibility_policy::int AS "visibilityPolicy", floor(extract(epoch FROM t.updated_at))::int AS "updatedAt",
      EXISTS (SELECT FROM subscription s WHERE s.user_id = t.user_id AND s.channel_id = t.channel_id AND s.active) AS "isSubscribed"
    FROM user_topic t JOIN channel c ON c.id = t.channel_id AND NOT c.is_archived
    WHERE t.organization_id = ${organizationId} AND t.user_id = ${userId}
    ORDER BY t.channel_id, t.topic_key`;
}
