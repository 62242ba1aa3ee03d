import { topicKey } from '@parley/contracts';
import { TOPIC_VISIBILITY, type TopicVisibility } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { type ChannelRecord, Prisma, type Tx } from '@parley/persistence';
import { mayReadUnsubscribed, membersCte } from '../channel-history/channel-watchers.js';
import { showTopic } from './show-topic.js';
import { visibilityOnMove } from './topic-visibility-on-move.js';

export interface MovedTopic {
  readonly organizationId: number;
  readonly from: { readonly channelId: number; readonly topic: string };
  readonly to: ChannelRecord;
  readonly topic: string;
  /** Whether the target topic had messages before. */
  readonly targetHadMessages: boolean;
}

interface Shown {
  readonly userId: number;
  readonly had: TopicVisibility;
  readonly target: TopicVisibility;
  readonly mayRead: boolean;
}

/** A whole topic was moved: users who had a visibility policy for it keep it for the new topic, and lose it for the old name. */
export async function followMovedTopic(tx: Tx, log: ChangeLog, moved: MovedTopic): Promise<void> {
  const { organizationId, from, to, topic, targetHadMessages } = moved;
  const people = await readShown(tx, moved);
  const leave = people.map(({ userId }) => ({ userId, policy: TOPIC_VISIBILITY.inherit }));
  const arrive = people
    .filter(({ mayRead }) => mayRead)
    .map(({ userId, had, target }) => ({ userId, policy: visibilityOnMove(had, target, targetHadMessages) }));
  await showTopic(tx, log, { organizationId, ...from }, leave);
  await showTopic(tx, log, { organizationId, channelId: to.id, topic }, arrive);
}

function readShown(tx: Tx, { organizationId, from, to, topic }: MovedTopic): Promise<Shown[]> {
  return tx.$queryRaw<Shown[]>(Prisma.sql`
    WITH RECURSIVE person AS (
      SELECT u.id, u.role, u.joined_at, y.visibility_policy AS had FROM user_topic y JOIN user_account u ON u.id = y.user_id
      WHERE y.organization_id = ${organizationId} AND y.channel_id = ${from.channelId} AND y.topic_key = ${topicKey(from.topic)}
    ), ${membersCte(to)}
    SELECT person.id AS "userId", person.had, coalesce(y.visibility_policy, 0) AS target,
      EXISTS (SELECT FROM subscription b WHERE b.user_id = person.id AND b.channel_id = ${to.id} AND b.active)
        OR ${mayReadUnsubscribed(to)} AS "mayRead"
    FROM person LEFT JOIN user_topic y ON y.user_id = person.id AND y.channel_id = ${to.id} AND y.topic_key = ${topicKey(topic)}
    ORDER BY person.id`);
}
