import { membershipOf, OPEN_SPAN } from '@parley/access';
import { FLAG_BITS, ROLES } from '@parley/contracts';
import { type MessageWatchers, watcherParts } from '@parley/contracts/messaging';
import { dbInt, onlyRow, PREPARED, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

/** Subscribers of a channel with shared history can all read the message, so the channel id stands for them. */
const watchersRow = z.object({ sharedChannelId: dbInt.nullable(), userIds: z.array(dbInt) });

/**
 * The audience of a change of a message (contracts: messageWatchers), in as many parts as events are needed; one statement. For a logged
 * event, call it inside a change, which holds the counter: then subscriptions are as the fan-out sees them at this position of the log.
 */
export async function messageWatchersOf(reader: SqlReader, organizationId: number, messageId: number): Promise<MessageWatchers[]> {
  const row = await onlyRow(reader, watchersRow, watchersSql(organizationId, messageId));
  return watcherParts(row.sharedChannelId, row.userIds);
}

/** Mirrors `readable` of message-visibility.ts for many users at once; a test checks that both agree. */
function watchersSql(organizationId: number, messageId: number): Prisma.Sql {
  return Prisma.sql`
    ${PREPARED} WITH RECURSIVE m AS (
      SELECT m.id, m.conversation_id, m.channel_id, coalesce(m.origin_channel_id, m.channel_id) AS received_in,
        m.origin_channel_id IS NOT NULL AS is_moved, coalesce(m.moved_at_id, m.id) AS placed_id, c.is_private, c.is_web_public,
        c.can_subscribe_group, c.can_add_subscribers_group, c.history_public_to_subscribers OR c.is_web_public AS is_shared
      FROM message m LEFT JOIN channel c ON c.organization_id = ${organizationId} AND c.id = m.channel_id
      WHERE m.id = ${messageId} AND m.organization_id IS NOT DISTINCT FROM ${organizationId}
    ), concerned (user_id) AS (
      SELECT p.user_id FROM m JOIN conversation_participant p
        ON p.organization_id = ${organizationId} AND p.conversation_id = m.conversation_id
      UNION
      SELECT s.user_id FROM m JOIN subscription_span s
        ON s.organization_id = ${organizationId} AND s.channel_id = m.received_in AND m.id > s.after_id AND m.id <= s.until_id
      WHERE m.is_moved OR NOT m.is_shared OR s.until_id < ${OPEN_SPAN}
      UNION
      SELECT s.user_id FROM m JOIN subscription_span s
        ON s.organization_id = ${organizationId} AND s.channel_id = m.channel_id AND m.placed_id > s.after_id AND m.placed_id <= s.until_id
      JOIN subscription b ON b.organization_id = ${organizationId} AND b.user_id = s.user_id AND b.channel_id = s.channel_id AND b.active
      WHERE NOT m.is_shared
      UNION
      SELECT f.user_id FROM m JOIN message_flag f
        ON f.organization_id = ${organizationId} AND f.message_id = m.id AND f.flags & ${FLAG_BITS.historical} <> 0
    ), person AS (
      SELECT u.id, u.role, u.joined_at, b.user_id IS NOT NULL AS is_subscribed
      FROM m CROSS JOIN concerned JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = concerned.user_id AND u.is_active
      LEFT JOIN subscription b ON b.organization_id = ${organizationId} AND b.user_id = u.id AND b.channel_id = m.channel_id AND b.active
    ), outsider AS (
      SELECT person.* FROM person, m WHERE m.is_private AND NOT person.is_subscribed AND person.role <> ${ROLES.guest}
    ), membership (user_id, group_id) AS (${membershipOf(organizationId, Prisma.sql`outsider`)}
    )
    SELECT CASE WHEN m.is_shared THEN m.channel_id END AS "sharedChannelId", ARRAY(
      SELECT person.id FROM person
      WHERE m.conversation_id IS NOT NULL OR (
        (person.is_subscribed OR m.is_web_public OR (person.role <> ${ROLES.guest} AND (NOT m.is_private OR EXISTS (
          SELECT FROM membership g WHERE g.user_id = person.id AND g.group_id IN (m.can_subscribe_group, m.can_add_subscribers_group)))))
        AND CASE WHEN m.is_shared THEN NOT person.is_subscribed ELSE EXISTS (SELECT FROM subscription_span s
          WHERE s.organization_id = ${organizationId} AND s.user_id = person.id AND s.channel_id = m.channel_id
            AND m.placed_id > s.after_id AND m.placed_id <= s.until_id) END)
      ORDER BY person.id) AS "userIds"
    FROM m`;
}
