import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import type { MessagePlace } from '../messages/target-message.repository.js';
import { showTopic } from './show-topic.js';
import { usersFollowingMentions } from './topic-visibility.repository.js';

/** Makes users whom an edit newly mentions follow the topic, except bots and users who turned that off. */
export async function followWhereMentioned(
  tx: Tx,
  log: ChangeLog,
  organizationId: number,
  { channel, topic }: MessagePlace,
  mentionedIds: readonly number[],
): Promise<void> {
  if (mentionedIds.length === 0) return;
  const followers = await usersFollowingMentions(tx, organizationId, mentionedIds);
  const people = followers.map((userId) => ({ userId, policy: TOPIC_VISIBILITY.followed }));
  await showTopic(tx, log, { organizationId, channelId: channel.id, topic }, people);
}
