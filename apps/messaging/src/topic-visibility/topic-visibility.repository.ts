import { type Caller, topicKey } from '@parley/contracts';
import { TOPIC_VISIBILITY, type TopicVisibility, topicVisibility, topicVisibilityChanged } from '@parley/contracts/channels';
import { constant, dbInt, firstRow, PREPARED, Prisma, rows, type Tx, userSettingSql } from '@parley/persistence';
import { z } from 'zod';
import { mayReadUnsubscribed, membersCte } from '../channel-history/unsubscribed-readers.repository.js';
import type { MovedTopic } from './follow-moved-topic.js';

const shownRow = z.object({
  userId: dbInt,
  had: topicVisibility,
  target: topicVisibility,
  mayRead: z.boolean(),
});
export type Shown = z.infer<typeof shownRow>;

export function readShown(tx: Tx, organizationId: number, { from, to, topic }: MovedTopic): Promise<Shown[]> {
  return rows(
    tx,
    shownRow,
    Prisma.sql`
    WITH RECURSIVE person AS (
      SELECT u.id, u.role, u.joined_at, y.visibility_policy AS had FROM user_topic y JOIN user_account u
        ON u.organization_id = ${organizationId} AND u.id = y.user_id
      WHERE y.organization_id = ${organizationId} AND y.channel_id = ${from.channelId} AND y.topic_key = ${topicKey(from.topic)}
    ), ${membersCte(to)}
    SELECT person.id AS "userId", person.had, coalesce(y.visibility_policy, 0) AS target,
      EXISTS (SELECT FROM subscription b
        WHERE b.organization_id = ${organizationId} AND b.user_id = person.id AND b.channel_id = ${to.id} AND b.active)
        OR ${mayReadUnsubscribed(to)} AS "mayRead"
    FROM person LEFT JOIN user_topic y
      ON y.organization_id = ${organizationId} AND y.user_id = person.id AND y.channel_id = ${to.id} AND y.topic_key = ${topicKey(topic)}
    ORDER BY person.id`,
  );
}

const stateRow = z.object({ current: topicVisibility, isChannelMuted: z.boolean(), followPolicy: dbInt, unmutePolicy: dbInt });

/** What decides whether participating in a topic changes its visibility for the caller. */
export function readTopicState(tx: Tx, caller: Caller, channelId: number, topic: string): Promise<z.infer<typeof stateRow> | undefined> {
  const { organizationId, userId } = caller;
  return firstRow(
    tx,
    stateRow,
    Prisma.sql`
    ${PREPARED} SELECT coalesce(t.visibility_policy, ${constant(TOPIC_VISIBILITY.inherit)}) AS current, coalesce(b.is_muted, false) AS "isChannelMuted",
      ${userSettingSql('automatically_follow_topics_policy', Prisma.sql`s.values`)} AS "followPolicy",
      ${userSettingSql('automatically_unmute_topics_in_muted_streams_policy', Prisma.sql`s.values`)} AS "unmutePolicy"
    FROM user_account u
    LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = u.id
    LEFT JOIN subscription b ON b.organization_id = ${organizationId} AND b.user_id = u.id AND b.channel_id = ${channelId} AND b.active
    LEFT JOIN user_topic t
      ON t.organization_id = ${organizationId} AND t.user_id = u.id AND t.channel_id = ${channelId} AND t.topic_key = ${topicKey(topic)}
    WHERE u.id = ${userId} AND u.organization_id = ${organizationId}`,
  );
}

const usersFollowingMentionsRow = z.object({ id: dbInt });

/** The users among these who are people and follow topics where they are mentioned. */
export async function usersFollowingMentions(tx: Tx, organizationId: number, userIds: readonly number[]): Promise<number[]> {
  const followers = await rows(
    tx,
    usersFollowingMentionsRow,
    Prisma.sql`
    SELECT u.id FROM user_account u LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND u.id = ANY (${[...userIds]}::int[]) AND NOT u.is_bot
      AND ${userSettingSql('automatically_follow_topics_where_mentioned', Prisma.sql`s.values`)}`,
  );
  return followers.map(({ id }) => id);
}

/** Limits the size of one logged event. */
const MAX_USERS_PER_EVENT = 1_000;

const changedRow = z.object({ payload: topicVisibilityChanged.payload });

/** A topic whose visibility policies change. */
export interface ShownTopic {
  readonly organizationId: number;
  readonly channelId: number;
  readonly topic: string;
}

/** Sets the visibility policies of the topic, and returns the payloads of the events about what changed. One statement. */
export async function changeTopicVisibility(
  tx: Tx,
  organizationId: number,
  { channelId, topic }: Omit<ShownTopic, 'organizationId'>,
  people: readonly { readonly userId: number; readonly policy: TopicVisibility }[],
): Promise<z.infer<typeof topicVisibilityChanged.payload>[]> {
  const changed = await rows(
    tx,
    changedRow,
    Prisma.sql`
    WITH requested AS (
      SELECT account, policy, (row_number() OVER (ORDER BY account) - 1) / ${MAX_USERS_PER_EVENT} AS batch
      FROM unnest(${people.map(({ userId }) => userId)}::int[], ${people.map(({ policy }) => policy)}::int[]) AS a (account, policy)
    ), changed AS MATERIALIZED (
      SELECT batch, change_topic_visibility(${organizationId}::int, ${channelId}::int, ${topic}, ${topicKey(topic)},
        array_agg(account), array_agg(policy), array_agg(NULL::int)) AS payload
      FROM requested GROUP BY batch
    )
    SELECT payload FROM changed WHERE payload IS NOT NULL ORDER BY batch`,
  );
  return changed.map(({ payload }) => payload);
}
