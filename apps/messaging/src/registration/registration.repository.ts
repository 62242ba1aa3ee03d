import { selectGroupsOfViewer } from '@parley/access';
import { type Caller, FLAG_BITS } from '@parley/contracts';
import { constant, dbInt, dbInts, Prisma, type Select, type SqlReader, select, selectTogether, wantedIf } from '@parley/persistence';
import { z } from 'zod';
import { selectAlertWords } from '../alert-words/alert-words.repository.js';
import { selectDrafts } from '../drafts/drafts.repository.js';
import { selectMutedUsers } from '../muted-users/muted-users.repository.js';
import { selectReminders } from '../reminders/reminders.repository.js';
import { selectScheduledMessages } from '../scheduled-messages/scheduled-messages.repository.js';
import { selectUnreadBounds } from './unread-summary.repository.js';

/** Maximum number of conversations in a registration; the newest are kept. */
const MAX_CONVERSATIONS = 1_000;

const newestReceivedIdRow = z.object({ id: dbInt.nullable() }).transform(({ id }) => id ?? -1);

/**
 * The newest message that the viewer ever received, or -1. Takes a few index probes per span and conversation. It never goes back, neither
 * when the viewer leaves a private channel nor when messages are moved or deleted, so that clients can maintain it from message events
 * alone.
 */
function selectNewestReceivedId(caller: Caller): Select<typeof newestReceivedIdRow> {
  const { userId, organizationId } = caller;
  const newest = (idOf: Prisma.Sql, from: Prisma.Sql) => Prisma.sql`
      SELECT newest.id FROM subscription_span s CROSS JOIN LATERAL (
        SELECT ${idOf} AS id FROM ${from} AND ${idOf} > s.after_id AND ${idOf} <= s.until_id ORDER BY ${idOf} DESC LIMIT 1) AS newest
      WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId}`;
  return select(
    newestReceivedIdRow,
    Prisma.sql`
    SELECT max(id) AS id FROM (
      ${newest(Prisma.sql`m.id`, Prisma.sql`message m WHERE m.channel_id = s.channel_id AND m.origin_channel_id IS NULL`)}
      UNION ALL ${newest(Prisma.sql`m.id`, Prisma.sql`message m WHERE m.origin_channel_id = s.channel_id`)}
      UNION ALL ${newest(
        Prisma.sql`d.message_id`,
        Prisma.sql`deleted_newest_message d
        WHERE d.organization_id = s.organization_id AND d.channel_id = s.channel_id`,
      )}
      UNION ALL
      SELECT v.last_message_id FROM conversation_participant p JOIN conversation v
        ON v.organization_id = ${organizationId} AND v.id = p.conversation_id AND v.last_message_id > 0
      WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId}
    ) AS received`,
  );
}

const starredIdsRow = z.object({ ids: dbInts }).transform(({ ids }) => ids);

/**
 * Includes messages that the user may no longer read, in a private channel that they left: losing access removes no star and logs no event.
 * The user knew of these messages when they starred them, and reading them still requires access.
 */
function selectStarredIds(caller: Caller): Select<typeof starredIdsRow> {
  const { userId, organizationId } = caller;
  return select(
    starredIdsRow,
    Prisma.sql`
    SELECT coalesce(array_agg(f.message_id ORDER BY f.message_id), '{}') AS ids FROM message_flag f
    WHERE f.user_id = ${userId} AND f.organization_id = ${organizationId} AND f.flags & ${constant(FLAG_BITS.starred)} <> 0`,
  );
}

const recentConversationRow = z
  .object({ maxMessageId: dbInt, otherIds: dbInts })
  .transform(({ maxMessageId, otherIds }) => ({ max_message_id: maxMessageId, user_ids: otherIds }));

/** Newest first, with the other participants. */
function selectRecentConversations(caller: Caller): Select<typeof recentConversationRow> {
  const { userId, organizationId } = caller;
  return select(
    recentConversationRow,
    Prisma.sql`
    SELECT recent.last_message_id AS "maxMessageId", ARRAY(
      SELECT o.user_id FROM conversation_participant o
        WHERE o.organization_id = ${organizationId} AND o.conversation_id = recent.id AND o.user_id <> ${userId} ORDER BY o.user_id
    ) AS "otherIds"
    FROM (
      SELECT v.id, v.last_message_id FROM conversation_participant p JOIN conversation v
        ON v.organization_id = ${organizationId} AND v.id = p.conversation_id
      WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId} AND v.last_message_id > 0
      ORDER BY v.last_message_id DESC LIMIT ${MAX_CONVERSATIONS}
    ) AS recent
    ORDER BY recent.last_message_id DESC`,
  );
}

/** Everything that messaging adds to a registration, except the unread messages, in one statement. */
export function readRegistrationRows(reader: SqlReader, caller: Caller, wants: (...groups: string[]) => boolean) {
  const { organizationId, userId } = caller;
  const wantsUnread = wants('message') && wants('update_message_flags');
  return selectTogether(reader, {
    newestReceivedIds: wantedIf(wants('message'), selectNewestReceivedId(caller)),
    viewerGroups: wantedIf(wantsUnread, selectGroupsOfViewer(caller)),
    unreadBounds: wantedIf(wantsUnread, selectUnreadBounds(caller)),
    starredIds: wantedIf(wants('starred_messages'), selectStarredIds(caller)),
    conversations: wantedIf(wants('recent_private_conversations'), selectRecentConversations(caller)),
    mutedUsers: wantedIf(wants('muted_users'), selectMutedUsers(organizationId, userId)),
    alertWords: wantedIf(wants('alert_words'), selectAlertWords(organizationId, userId)),
    drafts: wantedIf(wants('drafts'), selectDrafts(organizationId, userId)),
    scheduledMessages: wantedIf(wants('scheduled_messages'), selectScheduledMessages(organizationId, userId)),
    reminders: wantedIf(wants('reminders'), selectReminders(organizationId, userId)),
  });
}
