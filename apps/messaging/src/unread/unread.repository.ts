import { OPEN_SPAN, readable, readableChannel, received, rowSaysUnread, subscriptionJoin, type Viewer } from '@parley/access';
import { type Caller, FLAG_BITS } from '@parley/contracts';
import { dbInt, firstRow, Prisma, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { scopeCondition, type UnreadScope, unreadMessages } from './unread-messages.sql.js';

const idRow = z.object({ id: dbInt });

/** Ascending. */
export async function unreadIds(reader: SqlReader, viewer: Viewer, scope: UnreadScope, limit?: number): Promise<number[]> {
  const found = await rows(reader, idRow, unreadMessages(viewer, scope, limit));
  return found.map(({ id }) => id).reverse();
}

/** Marks the viewer's rows of unread messages in the scope as read. Watermarks do not affect these rows. */
export async function readUnreadRows(tx: Tx, viewer: Viewer, scope: UnreadScope): Promise<void> {
  const { userId, organizationId } = viewer;
  await tx.$executeRaw(Prisma.sql`
    UPDATE message_flag f SET flags = f.flags | ${FLAG_BITS.read}
    FROM message m
    WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND f.user_id = ${userId} AND f.organization_id = ${organizationId} AND ${rowSaysUnread}
      AND m.id = f.message_id AND ${scopeCondition(scope)}`);
}

/** Whether the viewer may read the channel. */
export async function mayReadChannel(tx: Tx, viewer: Viewer, channelId: number): Promise<boolean> {
  const found = await rows(
    tx,
    idRow,
    Prisma.sql`
    SELECT c.id FROM channel c ${subscriptionJoin(viewer)}
    WHERE c.id = ${channelId}::bigint AND c.organization_id = ${viewer.organizationId} AND ${readableChannel(viewer)}`,
  );
  return found.length > 0;
}

/** The id of the topic if the viewer may read a message in it. A topic of protected history that they never saw does not exist for them. */
export async function readableTopicId(tx: Tx, viewer: Viewer, channelId: number, key: string): Promise<number | undefined> {
  const topic = await firstRow(
    tx,
    idRow,
    Prisma.sql`
    SELECT t.id FROM topic t
    WHERE t.organization_id = ${viewer.organizationId} AND t.channel_id = ${channelId} AND t.key = ${key}
      AND EXISTS (SELECT FROM message m WHERE m.topic_id = t.id AND ${readable(viewer)})`,
  );
  return topic?.id;
}

/** If there are flags, a new user's history was marked before; messages that were read since stay read. */
export async function hasFlags(tx: Tx, organizationId: number, userId: number, untilId: number): Promise<boolean> {
  const flag = await tx.messageFlag.findFirst({
    where: { organizationId, userId, messageId: { lte: untilId } },
    select: { messageId: true },
  });
  return flag !== null;
}

/** The newest messages up to an id that the user received in these channels. Ascending. */
export async function newestReceived(
  tx: Tx,
  organizationId: number,
  { userId, channelIds, newest }: { readonly userId: number; readonly channelIds: readonly number[]; readonly newest: number },
  limit: number,
): Promise<number[]> {
  const found = await rows(
    tx,
    idRow,
    Prisma.sql`
    SELECT m.id FROM message m
    WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.channel_id = ANY (${[...channelIds]}::int[]) AND m.id <= ${newest}
      AND ${received({ organizationId, userId })}
    ORDER BY m.id DESC LIMIT ${limit}`,
  );
  return found.map(({ id }) => id).reverse();
}

/** Moves the channel's watermark to a message. Moved messages get rows. */
export async function readChannelUntil(tx: Tx, caller: Caller, channelId: number, messageId: number): Promise<void> {
  const { organizationId, userId } = caller;
  await tx.$executeRaw`SELECT pin_moved_unread(${organizationId}::int, ARRAY[${userId}::int], ARRAY[${channelId}::int])`;
  await tx.$executeRaw`SELECT read_moved_in(${organizationId}::int, ARRAY[${userId}::int], ${channelId}::int)`;
  await tx.$executeRaw`
    INSERT INTO channel_read (user_id, channel_id, organization_id, read_id) VALUES (${userId}, ${channelId}, ${organizationId}, ${messageId})
    ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET read_id = greatest(channel_read.read_id, excluded.read_id)`;
}

/** Moves the watermarks of all subscribed channels and all conversations to a message. */
export async function readEverythingUntil(tx: Tx, caller: Caller, messageId: number): Promise<void> {
  const { organizationId, userId } = caller;
  await tx.$executeRaw`
    INSERT INTO channel_read (user_id, channel_id, organization_id, read_id)
    SELECT s.user_id, s.channel_id, s.organization_id, ${messageId} FROM subscription_span s
    WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId} AND s.until_id = ${OPEN_SPAN}
    ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET read_id = greatest(channel_read.read_id, excluded.read_id)`;
  await tx.$executeRaw`
    UPDATE conversation_participant p SET read_id = ${messageId} FROM conversation v
    WHERE v.organization_id = ${organizationId} AND p.user_id = ${userId} AND p.organization_id = ${organizationId}
      AND v.id = p.conversation_id AND v.last_message_id > p.read_id`;
}
