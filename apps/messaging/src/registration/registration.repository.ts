import type { Viewer } from '@parley/access';
import { FLAG_BITS } from '@parley/contracts';
import { constant, dbInt, firstRow, PREPARED, Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';

/** Maximum number of conversations in a registration; the newest are kept. */
const MAX_CONVERSATIONS = 1_000;

const newestReceivedIdRow = z.object({ id: dbInt.nullable() });

/**
 * The newest message that the viewer ever received, or -1. Takes a few index probes per span and conversation. It never goes back, neither
 * when the viewer leaves a private channel nor when messages are moved or deleted, so that clients can maintain it from message events
 * alone.
 */
export async function readNewestReceivedId(tx: Tx, viewer: Viewer): Promise<number> {
  const { userId, organizationId } = viewer;
  const newest = (idOf: Prisma.Sql, from: Prisma.Sql) => Prisma.sql`
      SELECT newest.id FROM subscription_span s CROSS JOIN LATERAL (
        SELECT ${idOf} AS id FROM ${from} AND ${idOf} > s.after_id AND ${idOf} <= s.until_id ORDER BY ${idOf} DESC LIMIT 1) AS newest
      WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId}`;
  const row = await firstRow(
    tx,
    newestReceivedIdRow,
    Prisma.sql`
    ${PREPARED} SELECT max(id) AS id FROM (
      ${newest(Prisma.sql`m.id`, Prisma.sql`message m WHERE m.channel_id = s.channel_id AND m.origin_channel_id IS NULL`)}
      UNION ALL ${newest(Prisma.sql`m.id`, Prisma.sql`message m WHERE m.origin_channel_id = s.channel_id`)}
      UNION ALL ${newest(Prisma.sql`d.message_id`, Prisma.sql`deleted_newest_message d WHERE d.channel_id = s.channel_id`)}
      UNION ALL
      SELECT v.last_message_id FROM conversation_participant p JOIN conversation v ON v.id = p.conversation_id AND v.last_message_id > 0
      WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId}
    ) AS received`,
  );
  return row?.id ?? -1;
}

const starredIdsRow = z.object({ id: dbInt });

/**
 * Includes messages that the user may no longer read, in a private channel that they left: losing access removes no star and logs no event.
 * The user knew of these messages when they starred them, and reading them still requires access.
 */
export async function readStarredIds(tx: Tx, viewer: Viewer): Promise<number[]> {
  const { userId, organizationId } = viewer;
  const found = await rows(
    tx,
    starredIdsRow,
    Prisma.sql`
    SELECT f.message_id AS id FROM message_flag f
    WHERE f.user_id = ${userId} AND f.organization_id = ${organizationId} AND f.flags & ${constant(FLAG_BITS.starred)} <> 0
    ORDER BY f.message_id`,
  );
  return found.map((row) => row.id);
}

const recentConversationsRow = z.object({ maxMessageId: dbInt, participantIds: z.array(dbInt) });

/** Newest first. */
export async function readRecentConversations(tx: Tx, viewer: Viewer) {
  const { userId, organizationId } = viewer;
  const found = await rows(
    tx,
    recentConversationsRow,
    Prisma.sql`
    SELECT recent.last_message_id AS "maxMessageId",
      (SELECT array_agg(o.user_id ORDER BY o.user_id) FROM conversation_participant o WHERE o.conversation_id = recent.id) AS "participantIds"
    FROM (
      SELECT v.id, v.last_message_id FROM conversation_participant p JOIN conversation v ON v.id = p.conversation_id
      WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId} AND v.last_message_id > 0
      ORDER BY v.last_message_id DESC LIMIT ${MAX_CONVERSATIONS}
    ) AS recent
    ORDER BY recent.last_message_id DESC`,
  );
  return found.map((row) => ({ max_message_id: row.maxMessageId, user_ids: row.participantIds.filter((id) => id !== userId) }));
}
