import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { Prisma, type Tx, userSettingSql } from '@parley/persistence';
import type { MessagePlace } from '../messages/target-message.js';
import { showTopic } from './show-topic.js';

/** Makes users whom an edit newly mentions follow the topic, except bots and users who turned that off. */
export async function followWhereMentioned(
  tx: Tx,
  log: ChangeLog,
  organizationId: number,
  { channel, topic }: MessagePlace,
  mentionedIds: readonly number[],
): Promise<void> {
  if (mentionedIds.length === 0) return;
  const followers = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT u.id FROM user_account u LEFT JOIN user_settings s ON s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND u.id = ANY (${[...mentionedIds]}::int[]) AND NOT u.is_bot
      AND ${userSettingSql('automatically_follow_topics_where_mentioned', Prisma.sql`s.values`)}`);
  await showTopic(
    tx,
    log,
    { organizationId, channelId: channel.id, topic },
    followers.map(({ id }) => ({ userId: id, policy: TOPIC_VISIBILITY.followed })),
  );
}
