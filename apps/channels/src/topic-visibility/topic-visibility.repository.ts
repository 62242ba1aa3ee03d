import { topicKey } from '@parley/contracts';
import { mutedTopic, type TopicVisibility, topicVisibility, topicVisibilityChanged } from '@parley/contracts/channels';
import { onlyRow, Prisma, select, type Tx } from '@parley/persistence';
import { z } from 'zod';

export interface TopicVisibilityChange {
  readonly userId: number;
  readonly channelId: number;
  /** As it is stored (checkedTopic). */
  readonly topic: string;
  readonly policy: TopicVisibility;
  /** The change is made only if this is the current policy. */
  readonly onlyFrom?: TopicVisibility;
}

/** `updatedAt`: seconds since the epoch. */
const userTopic = z.object({ channelId: z.int(), topicName: z.string(), visibilityPolicy: topicVisibility, updatedAt: z.int() });

/** A user's visibility policies, by channel and topic. */
export function selectUserTopics(organizationId: number, userId: number) {
  return select(
    userTopic,
    Prisma.sql`
      SELECT t.channel_id AS "channelId", t.topic_name AS "topicName", t.visibility_policy::int AS "visibilityPolicy",
        floor(extract(epoch FROM t.updated_at))::int AS "updatedAt"
      FROM user_topic t JOIN channel c ON c.organization_id = ${organizationId} AND c.id = t.channel_id AND NOT c.is_archived
      WHERE t.organization_id = ${organizationId} AND t.user_id = ${userId}
      ORDER BY t.channel_id, t.topic_key`,
  );
}

const mutedTopics = z.object({ muted: z.array(mutedTopic) });

/** The user's muted topics, as one row. Events of type muted_topics use the same SQL function. */
export function selectMutedTopics(organizationId: number, userId: number) {
  return select(mutedTopics, Prisma.sql`SELECT muted_topics_of(${organizationId}::int, ${userId}::int) AS muted`);
}

const storeTopicVisibilityRow = z.object({ payload: topicVisibilityChanged.payload.nullable() });

/** Sets a user's visibility policy for a topic. Returns the payload of its event, or null if nothing changed. */
export async function storeTopicVisibility(tx: Tx, organizationId: number, change: TopicVisibilityChange) {
  const { userId, channelId, topic, policy, onlyFrom } = change;
  const { payload } = await onlyRow(
    tx,
    storeTopicVisibilityRow,
    Prisma.sql`
      SELECT change_topic_visibility(${organizationId}::int, ${channelId}::int, ${topic}, ${topicKey(topic)},
        ARRAY[${userId}::int], ARRAY[${policy}::int], ARRAY[${onlyFrom ?? null}::int]) AS payload`,
  );
  return payload;
}
