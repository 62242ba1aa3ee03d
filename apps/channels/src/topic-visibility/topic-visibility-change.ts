import { topicKey } from '@parley/contracts';
import { type TopicVisibility, topicVisibilityChanged } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';

export interface TopicVisibilityChange {
  readonly organizationId: number;
  readonly userId: number;
  readonly channelId: number;
  /** As it is stored (checkedTopic). */
  readonly topic: string;
  readonly policy: TopicVisibility;
  /** The change is made only if this is the current policy. */
  readonly onlyFrom?: TopicVisibility;
}

/** Sets a user's visibility policy for a topic. Logs an event if it changes. */
export async function changeTopicVisibility(tx: Tx, log: ChangeLog, change: TopicVisibilityChange): Promise<void> {
  const { organizationId, userId, channelId, topic, policy, onlyFrom } = change;
  const [row] = await tx.$queryRaw<{ payload: unknown }[]>`
    SELECT change_topic_visibility(${organizationId}::int, ${channelId}::int, ${topic}, ${topicKey(topic)},
      ARRAY[${userId}::int], ARRAY[${policy}::int], ARRAY[${onlyFrom ?? null}::int]) AS payload`;
  if (row?.payload) log.append(topicVisibilityChanged, topicVisibilityChanged.payload.parse(row.payload));
}
