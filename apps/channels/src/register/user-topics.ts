import { type MutedTopic, mutedTopic, type TopicVisibility } from '@parley/contracts/channels';
import type { Reader } from '@parley/persistence';
import { z } from 'zod';

/** A user's visibility policy for a topic. */
export interface UserTopicRecord {
  readonly channelId: number;
  readonly topicName: string;
  readonly visibilityPolicy: TopicVisibility;
  /** Seconds since the epoch. */
  readonly updatedAt: number;
}

export function userTopicsOf(reader: Reader, organizationId: number, userId: number): Promise<UserTopicRecord[]> {
  return reader.$queryRaw<UserTopicRecord[]>`
    SELECT t.channel_id AS "channelId", t.topic_name AS "topicName", t.visibility_policy::int AS "visibilityPolicy",
      floor(extract(epoch FROM t.updated_at))::int AS "updatedAt"
    FROM user_topic t JOIN channel c ON c.id = t.channel_id AND NOT c.is_archived
    WHERE t.organization_id = ${organizationId} AND t.user_id = ${userId}
    ORDER BY t.channel_id, t.topic_key`;
}

const mutedTopics = z.array(mutedTopic);

/** The user's muted topics. Events of type muted_topics use the same SQL function. */
export async function mutedTopicsOf(reader: Reader, organizationId: number, userId: number): Promise<MutedTopic[]> {
  const [row] = await reader.$queryRaw<{ muted: unknown }[]>`SELECT muted_topics_of(${organizationId}::int, ${userId}::int) AS muted`;
  return mutedTopics.parse(row?.muted);
}
