import { Injectable } from '@nestjs/common';
import { readViewer, type Viewer } from '@parley/access';
import { type Caller, FLAG_BITS, type InputOf, type OutputOf, type Visitor } from '@parley/contracts';
import { type registerParts, wantsFetched } from '@parley/contracts/event-queue';
import { HistoryDatabase, PREPARED, Prisma, type Tx } from '@parley/persistence';
import { readAlertWords } from '../alert-words/read-alert-words.js';
import { readDrafts } from '../drafts/read-drafts.js';
import { readMutedUsers } from '../muted-users/read-muted-users.js';
import { readUnreadSummary } from './read-unread-summary.js';
import { spectatorFields } from './spectator-fields.js';

type Part = typeof registerParts.messaging;

/** Maximum number of conversations in a registration; the newest are kept. */
const MAX_CONVERSATIONS = 1_000;

/** Messaging's part of a register response, read under the given snapshot. */
@Injectable()
export class RegisterPart {
  constructor(private readonly database: HistoryDatabase) {}

  async execute(caller: Caller | Visitor, { snapshotId, options, spectatedOrganizationId }: InputOf<Part>): Promise<OutputOf<Part>> {
    if (!('userId' in caller)) return { fields: spectatedOrganizationId === undefined ? {} : spectatorFields(options) };
    return this.database.readSnapshot(snapshotId, async (tx) => {
      const viewer = await readViewer(tx, caller);
      const wants = (...groups: string[]) => wantsFetched(options, ...groups);
      const wantsUnread = wants('message') && wants('update_message_flags');
      const knowsEmptyTopic = options.capabilities.empty_topic_name === true;
      return {
        fields: {
          ...(wants('message') && { max_message_id: await readNewestReceivedId(tx, viewer) }),
          ...(wantsUnread && { unread_msgs: await readUnreadSummary(tx, viewer, knowsEmptyTopic) }),
          ...(wants('starred_messages') && { starred_messages: await readStarredIds(tx, viewer) }),
          ...(wants('recent_private_conversations') && { recent_private_conversations: await readRecentConversations(tx, viewer) }),
          ...(wants('muted_users') && { muted_users: await readMutedUsers(tx, viewer.organizationId, viewer.userId) }),
          ...(wants('alert_words') && { alert_words: await readAlertWords(tx, viewer.organizationId, viewer.userId) }),
          ...(wants('drafts') && { drafts: await readDrafts(tx, viewer.organizationId, viewer.userId) }),
          ...(wants('scheduled_messages') && { scheduled_messages: [] }),
          ...(wants('reminders') && { reminders: [] }),
        },
      };
    });
  }
}

/**
 * The newest message that the viewer ever received, or -1. Takes a few index probes per span and conversation. It never goes back, neither
 * when the viewer leaves a private channel nor when messages are moved or deleted, so that clients can maintain it from message events
 * alone.
 */
async function readNewestReceivedId(tx: Tx, { userId, organizationId }: Viewer): Promise<number> {
  const newest = (idOf: Prisma.Sql, from: Prisma.Sql) => Prisma.sql`
      SELECT newest.id FROM subscription_span s CROSS JOIN LATERAL (
        SELECT ${idOf} AS id FROM ${from} AND ${idOf} > s.after_id AND ${idOf} <= s.until_id ORDER BY ${idOf} DESC LIMIT 1) AS newest
      WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId}`;
  const [row] = await tx.$queryRaw<{ id: number | null }[]>`
    ${PREPARED} SELECT max(id)::float8 AS id FROM (
      ${newest(Prisma.sql`m.id`, Prisma.sql`message m WHERE m.channel_id = s.channel_id AND m.origin_channel_id IS NULL`)}
      UNION ALL ${newest(Prisma.sql`m.id`, Prisma.sql`message m WHERE m.origin_channel_id = s.channel_id`)}
      UNION ALL ${newest(Prisma.sql`d.message_id`, Prisma.sql`deleted_newest_message d WHERE d.channel_id = s.channel_id`)}
      UNION ALL
      SELECT v.last_message_id FROM conversation_participant p JOIN conversation v ON v.id = p.conversation_id AND v.last_message_id > 0
      WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId}
    ) AS received`;
  return row?.id ?? -1;
}

/**
 * Includes messages that the user may no longer read, in a private channel that they left: losing access removes no star and logs no event.
 * The user knew of these messages when they starred them, and reading them still requires access.
 */
async function readStarredIds(tx: Tx, { userId, organizationId }: Viewer): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT f.message_id::float8 AS id FROM message_flag f
    WHERE f.user_id = ${userId} AND f.organization_id = ${organizationId} AND f.flags & ${Prisma.raw(String(FLAG_BITS.starred))} <> 0
    ORDER BY f.message_id`);
  return rows.map((row) => row.id);
}

/** Newest first. */
async function readRecentConversations(tx: Tx, { userId, organizationId }: Viewer) {
  const rows = await tx.$queryRaw<{ maxMessageId: number; participantIds: number[] }[]>`
    SELECT recent.last_message_id::float8 AS "maxMessageId",
      (SELECT array_agg(o.user_id ORDER BY o.user_id) FROM conversation_participant o WHERE o.conversation_id = recent.id) AS "participantIds"
    FROM (
      SELECT v.id, v.last_message_id FROM conversation_participant p JOIN conversation v ON v.id = p.conversation_id
      WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId} AND v.last_message_id > 0
      ORDER BY v.last_message_id DESC LIMIT ${MAX_CONVERSATIONS}
    ) AS recent
    ORDER BY recent.last_message_id DESC`;
  return rows.map((row) => ({ max_message_id: row.maxMessageId, user_ids: row.participantIds.filter((id) => id !== userId) }));
}
