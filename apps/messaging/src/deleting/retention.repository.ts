import { MESSAGES_PER_EVENT } from '@parley/contracts/messaging';
import { dbInt, mayChange, organizationSettingSql, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

/** A place with expired messages: a channel, or, if `channelId` is null, all conversations of the organization together. */
const expiredPlace = z.object({ organizationId: dbInt, channelId: dbInt.nullable() });
export type ExpiredPlace = z.infer<typeof expiredPlace>;

/** The organization's retention in days; -1 means forever. `o` is a row of organization. */
const organizationDays = organizationSettingSql('message_retention_days', Prisma.sql`o.settings`);
/** The retention of channel `c`. */
const channelDays = Prisma.sql`coalesce(c.message_retention_days, ${organizationDays})`;

function isExpired(days: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${days} > 0 AND m.sent_at < now() - make_interval(days => greatest(${days}, 0)))`;
}

/** The places whose oldest message has expired. One index probe for each channel and each organization with a limit. */
export function expiredPlaces(reader: SqlReader): Promise<ExpiredPlace[]> {
  return rows(
    reader,
    expiredPlace,
    Prisma.sql`
    SELECT o.id AS "organizationId", c.id AS "channelId" FROM organization o JOIN channel c ON c.organization_id = o.id
    CROSS JOIN LATERAL (SELECT m.sent_at FROM message m WHERE m.channel_id = c.id ORDER BY m.id LIMIT 1) AS m
    WHERE o.purge_started_at IS NULL AND ${mayChange(Prisma.sql`o.id`)} AND ${isExpired(channelDays)}
    UNION ALL
    SELECT o.id, NULL FROM organization o
    WHERE o.purge_started_at IS NULL AND ${mayChange(Prisma.sql`o.id`)} AND ${organizationDays} > 0 AND EXISTS (
      SELECT FROM message m WHERE m.organization_id = o.id AND m.conversation_id IS NOT NULL AND ${isExpired(organizationDays)})
    ORDER BY 1, 2`,
  );
}

const expiredMessagesRow = z.object({ id: dbInt });

/** The oldest expired messages of a place, according to its current settings: at most as many as one event may contain. */
export async function expiredMessages(reader: SqlReader, organizationId: number, channelId: number | null): Promise<number[]> {
  const found = await rows(
    reader,
    expiredMessagesRow,
    channelId === null
      ? Prisma.sql`
        SELECT m.id FROM organization o JOIN message m ON m.organization_id = o.id AND m.conversation_id IS NOT NULL
        WHERE o.id = ${organizationId} AND ${isExpired(organizationDays)} ORDER BY m.sent_at, m.id LIMIT ${MESSAGES_PER_EVENT}`
      : Prisma.sql`
        SELECT m.id FROM channel c JOIN organization o ON o.id = c.organization_id
        CROSS JOIN LATERAL (SELECT m.id, m.sent_at FROM message m WHERE m.channel_id = c.id ORDER BY m.id LIMIT ${MESSAGES_PER_EVENT}) AS m
        WHERE o.id = ${organizationId} AND c.id = ${channelId} AND ${isExpired(channelDays)} ORDER BY m.id`,
  );
  return found.map((row) => row.id);
}
