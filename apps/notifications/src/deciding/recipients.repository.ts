import { dbInt, PREPARED, Prisma, rows, type SqlReader, userSettingSql } from '@parley/persistence';
import { z } from 'zod';
import type { Candidates } from './candidates-of.js';

const recipientRow = z.object({
  messageId: dbInt,
  userId: z.int(),
  isSubscribed: z.boolean(),
  isChannelMuted: z.boolean(),
  topicPolicy: z.int(),
  wildcards: z.boolean(),
  wildcardsInFollowedTopics: z.boolean(),
  mailsMentions: z.boolean(),
  mailsFollowedTopics: z.boolean(),
  mailsChannels: z.boolean(),
  pushesMentions: z.boolean(),
  pushesFollowedTopics: z.boolean(),
  pushesChannels: z.boolean(),
  isPushedOnline: z.boolean(),
  isAway: z.boolean(),
});
export type RecipientRow = z.output<typeof recipientRow>;

const values = Prisma.sql`s.values`;
const setting = (name: Parameters<typeof userSettingSql>[0]) => userSettingSql(name, values);

/**
 * Active people other than the sender who may have to be told: those whom the messages name, who follow the topic, and who want to be told of all
 * messages of the channel; with a channel wildcard, all subscribers. The last three are found by indexes that hold only such rows.
 * @param most the number of rows after which the rest is left out; null: none is
 */
export function recipientsOf(
  reader: SqlReader,
  organizationId: number,
  messages: readonly Candidates[],
  offlineSeconds: number,
  most: number | null,
): Promise<RecipientRow[]> {
  const named = messages.flatMap(({ messageId, named: people }) => people.map(({ userId }) => ({ messageId, userId })));
  return rows(
    reader,
    recipientRow,
    Prisma.sql`
    ${PREPARED} WITH sent AS (
      SELECT * FROM unnest(${messages.map(({ messageId }) => messageId)}::bigint[], ${messages.map(({ senderId }) => senderId)}::int[],
        ${messages.map(({ place }) => place?.channelId ?? null)}::int[], ${messages.map(({ place }) => place?.topicKey ?? null)}::text[],
        ${messages.map(({ isChannelWildcard }) => isChannelWildcard)}::boolean[]) AS m (id, sender_id, channel_id, topic_key, is_wildcard)
    ), candidate AS (
      SELECT n.message_id, n.user_id
      FROM unnest(${named.map(({ messageId }) => messageId)}::bigint[], ${named.map(({ userId }) => userId)}::int[]) AS n (message_id, user_id)
      UNION
      SELECT m.id, t.user_id FROM sent m JOIN user_topic t
        ON t.organization_id = ${organizationId} AND t.channel_id = m.channel_id AND t.topic_key = m.topic_key AND t.visibility_policy = 3
      UNION
      SELECT m.id, b.user_id FROM sent m JOIN subscription b
        ON b.organization_id = ${organizationId} AND b.channel_id = m.channel_id AND b.active AND (b.push_notifications OR b.email_notifications)
      UNION
      SELECT m.id, b.user_id FROM user_settings s CROSS JOIN sent m JOIN subscription b
        ON b.organization_id = ${organizationId} AND b.user_id = s.user_id AND b.channel_id = m.channel_id AND b.active
      WHERE s.organization_id = ${organizationId}
        AND (s.values ->> 'enable_stream_email_notifications' = 'true' OR s.values ->> 'enable_stream_push_notifications' = 'true')
      UNION
      SELECT m.id, b.user_id FROM sent m JOIN subscription b
        ON b.organization_id = ${organizationId} AND b.channel_id = m.channel_id AND b.active
      WHERE m.is_wildcard
    )
    SELECT c.message_id AS "messageId", c.user_id AS "userId",
      b.user_id IS NOT NULL AS "isSubscribed", coalesce(b.is_muted, false) AS "isChannelMuted", coalesce(t.visibility_policy, 0) AS "topicPolicy",
      coalesce(b.wildcard_mentions_notify, ${setting('wildcard_mentions_notify')}) AS wildcards,
      ${setting('enable_followed_topic_wildcard_mentions_notify')} AS "wildcardsInFollowedTopics",
      ${setting('enable_offline_email_notifications')} AS "mailsMentions",
      ${setting('enable_followed_topic_email_notifications')} AS "mailsFollowedTopics",
      coalesce(b.email_notifications, ${setting('enable_stream_email_notifications')}) AS "mailsChannels",
      ${setting('enable_offline_push_notifications')} AS "pushesMentions",
      ${setting('enable_followed_topic_push_notifications')} AS "pushesFollowedTopics",
      coalesce(b.push_notifications, ${setting('enable_stream_push_notifications')}) AS "pushesChannels",
      ${setting('enable_online_push_notifications')} AS "isPushedOnline",
      coalesce(p.active_at < clock_timestamp() - make_interval(secs => ${offlineSeconds}::int), true) AS "isAway"
    FROM candidate c JOIN sent m ON m.id = c.message_id
    JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = c.user_id AND u.is_active AND NOT u.is_bot
    LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = c.user_id
    LEFT JOIN subscription b ON b.organization_id = ${organizationId} AND b.user_id = c.user_id AND b.channel_id = m.channel_id AND b.active
    LEFT JOIN user_topic t
      ON t.organization_id = ${organizationId} AND t.user_id = c.user_id AND t.channel_id = m.channel_id AND t.topic_key = m.topic_key
    LEFT JOIN user_presence p ON p.organization_id = ${organizationId} AND p.user_id = c.user_id
    WHERE c.user_id <> m.sender_id LIMIT ${most}::bigint`,
  );
}
