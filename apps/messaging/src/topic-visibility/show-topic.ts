import { type TopicVisibility, topicVisibilityChanged } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { changeTopicVisibility, type ShownTopic } from './topic-visibility.repository.js';

/** Sets the visibility policies of the topic and logs what changed. */
export async function showTopic(
  tx: Tx,
  log: ChangeLog,
  topic: ShownTopic,
  people: readonly { readonly userId: number; readonly policy: TopicVisibility }[],
): Promise<void> {
  if (people.length === 0) return;
  for (const payload of await changeTopicVisibility(tx, topic.organizationId, topic, people)) log.append(topicVisibilityChanged, payload);
}
