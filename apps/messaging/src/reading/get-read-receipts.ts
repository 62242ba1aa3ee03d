import { Injectable } from '@nestjs/common';
import { knownPerson, readable, readViewer, unread, type Viewer } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { getReadReceipts } from '@parley/contracts/messaging';
import { organizationSettings } from '@parley/contracts/organization';
import { HistoryDatabase, organizationById, Prisma, type Reader, userSettingSql } from '@parley/persistence';

/** GET /messages/{message_id}/read_receipts: the users who have the message, received or in their history, and have read it. */
@Injectable()
export class GetReadReceipts {
  constructor(private readonly database: HistoryDatabase) {}

  async execute(caller: Caller, { message_id: messageId }: InputOf<typeof getReadReceipts>): Promise<OutputOf<typeof getReadReceipts>> {
    const reader = this.database.client;
    const organization = await organizationById(reader, caller.organizationId);
    if (!organizationSettings(organization?.settings ?? {}).enable_read_receipts) {
      throw apiErrors.readReceiptsDisabled();
    }
    const viewer = await readViewer(reader, caller);
    const readers = await readersOf(reader, viewer, messageId);
    if (readers === undefined) throw apiErrors.invalidMessages();
    return { user_ids: readers };
  }
}

/** Ascending; undefined for a message that the viewer may not see. */
async function readersOf(reader: Reader, viewer: Viewer, messageId: number): Promise<number[] | undefined> {
  const { organizationId, userId } = viewer;
  const holder = { userId: Prisma.sql`holder.id` };
  const [row] = await reader.$queryRaw<{ readers: number[] }[]>(Prisma.sql`
    SELECT ARRAY(
      SELECT holder.id FROM user_account holder LEFT JOIN user_settings own ON own.user_id = holder.id
      WHERE holder.id IN (${holderIds(organizationId)}) AND holder.organization_id = ${organizationId}
        AND holder.is_active AND NOT holder.is_bot AND holder.id <> m.sender_id
        AND ${userSettingSql('send_read_receipts', Prisma.sql`own.values`)}
        AND NOT EXISTS (SELECT FROM muted_user x WHERE x.muted_at IS NOT NULL
          AND ((x.user_id = holder.id AND x.sender_id = ${userId}) OR (x.user_id = ${userId} AND x.sender_id = holder.id)))
        AND NOT ${unread(holder)} AND ${knownPerson(viewer, Prisma.sql`holder.id`)}
      ORDER BY holder.id
    ) AS readers
    FROM message m WHERE m.id = ${messageId}::bigint AND m.organization_id = ${organizationId} AND ${readable(viewer)}`);
  return row?.readers;
}

/** All users who have `m`: received in the channel to which it was sent, in the conversation, or by a row. */
function holderIds(organizationId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT s.user_id FROM subscription_span s
    WHERE s.channel_id = coalesce(m.origin_channel_id, m.channel_id) AND s.organization_id = ${organizationId}
      AND m.id > s.after_id AND m.id <= s.until_id
    UNION SELECT p.user_id FROM conversation_participant p WHERE p.conversation_id = m.conversation_id
    UNION SELECT f.user_id FROM message_flag f WHERE f.message_id = m.id`;
}
