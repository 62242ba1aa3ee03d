import { topicVisibilityChanged } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { storeTopicVisibility, type TopicVisibilityChange } from './topic-visibility.repository.js';

/** Sets a user's visibility policy for a topic. Logs an event if it changes. */
export async function changeTopicVisibility(tx: Tx, log: ChangeLog, organizationId: number, change: TopicVisibilityChange): Promise<void> {
  const payload = await storeTopicVisibility(tx, organizationId, change);
  if (payload !== null) log.append(topicVisibilityChanged, payload);
}
