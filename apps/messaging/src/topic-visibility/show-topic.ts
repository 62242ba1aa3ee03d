import { topicKey } from '@parley/contracts';
import { type TopicVisibility, topicVisibilityChanged } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { Prisma, type Tx } from '@parley/persistence';

/** Limits the size of one logged event. */
const MAX_USERS_PER_EVENT = 1_000;

export interface ShownTopic {
  readonly organizationId: number;
  readonly channelId: number;
  readonly topic: string;
}

/** Sets the visibility policies of the topic and logs what changed. One statement. */
export async function showTopic(
  tx: Tx,
  log: ChangeLog,
  { organizationId, channelId, topic }: ShownTopic,
  people: readonly { readonly userId: number; readonly policy: TopicVisibility }[],
): Promise<void> {
  if (people.length === 0) return;
  const rows = await tx.$queryRaw<{ payload: unknown }[]>(Prisma.sql`
    WITH requested AS (
      SELECT account, policy, (row_number() OVER (ORDER BY account) - 1) / ${MAX_USERS_PER_EVENT} AS batch
      FROM unnest(${people.map(({ userId }) => userId)}::int[], ${people.map(({ policy }) => policy)}::int[]) AS a (account, policy)
    ), changed AS MATERIALIZED (
      SELECT batch, change_topic_visibility(${organizationId}::int, ${channelId}::int, ${topic}, ${topicKey(topic)},
        array_agg(account), array_agg(policy), array_agg(NULL::int)) AS payload
      FROM requested GROUP BY batch
    )
    SELECT payload FROM changed WHERE payload IS NOT NULL ORDER BY batch`);
  for (const { payload } of rows) log.append(topicVisibilityChanged, topicVisibilityChanged.payload.parse(payload));
}
