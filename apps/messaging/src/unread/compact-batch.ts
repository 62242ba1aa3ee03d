import { OPEN_SPAN, received, unread } from '@parley/access';
import { Prisma, type Tx } from '@parley/persistence';
import type { CompactionPlace } from './compaction-places.js';
import { compactionPoint } from './compaction-point.js';

/** Maximum rows that one transaction deletes, because other changes of the organization wait for it. */
const BATCH = 1_000;

/**
 * One step of compaction: deletes rows with only the "read" flag, of messages that were never moved, after the watermark covers them.
 * Unread messages that the watermark passes get a row first. Returns the number of deleted rows. Must run inside EventLog.change: no
 * message, flag or watermark of the organization changes meanwhile, and the watermark stays below the newest message.
 */
export async function compactBatch(tx: Tx, place: CompactionPlace): Promise<number> {
  const watermark = await readWatermark(tx, place);
  const unnecessary = await removeReadRows(tx, place, watermark);
  if (unnecessary > 0 || watermark === null) return unnecessary;
  const point = compactionPoint(...(await readStates(tx, place, watermark)));
  if (point === undefined) return 0;
  await keepUnread(tx, place, watermark, point);
  await moveWatermark(tx, place, point);
  return removeReadRows(tx, place, point);
}

/** The id up to which every message without a row is read; null if all are: in a channel without a subscription. */
async function readWatermark(tx: Tx, place: CompactionPlace): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ watermark: number }[]>(
    'channelId' in place
      ? Prisma.sql`
        SELECT greatest(s.after_id, coalesce(r.read_id, 0))::float8 AS watermark
        FROM subscription_span s LEFT JOIN channel_read r ON r.user_id = s.user_id AND r.channel_id = s.channel_id
        WHERE s.user_id = ${place.userId} AND s.channel_id = ${place.channelId} AND s.organization_id = ${place.organizationId}
          AND s.until_id = ${OPEN_SPAN}`
      : Prisma.sql`
        SELECT p.read_id::float8 AS watermark FROM conversation_participant p
        WHERE p.user_id = ${place.userId} AND p.conversation_id = ${place.conversationId} AND p.organization_id = ${place.organizationId}`,
  );
  return row?.watermark ?? null;
}

async function removeReadRows(tx: Tx, place: CompactionPlace, watermark: number | null): Promise<number> {
  return tx.$executeRaw(Prisma.sql`
    DELETE FROM message_flag f USING (
      ${readRows(place)} AND ${watermark === null ? Prisma.sql`true` : Prisma.sql`m.id <= ${watermark}::bigint`} ORDER BY m.id LIMIT ${BATCH}
    ) AS unnecessary
    WHERE f.user_id = ${place.userId} AND f.organization_id = ${place.organizationId} AND f.message_id = unnecessary.id AND f.flags = 1`);
}

/** The oldest messages above the watermark that are read by a row, and the unread messages without a row within their range. */
async function readStates(tx: Tx, place: CompactionPlace, watermark: number): Promise<[number[], number[]]> {
  const readIds = idsOf(
    await tx.$queryRaw<Row[]>(Prisma.sql`${readRows(place)} AND m.id > ${watermark}::bigint ORDER BY m.id LIMIT ${BATCH}`),
  );
  const last = readIds.at(-1);
  if (last === undefined) return [[], []];
  const most = Math.floor(readIds.length / 2) + 1;
  const unreadRows = await tx.$queryRaw<Row[]>(Prisma.sql`${unreadWithoutRow(place, watermark, last)} ORDER BY id LIMIT ${most}`);
  return [readIds, idsOf(unreadRows)];
}

async function keepUnread(tx: Tx, place: CompactionPlace, watermark: number, point: number): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO message_flag (user_id, organization_id, message_id, flags)
    SELECT ${place.userId}, ${place.organizationId}, id, 0 FROM (${unreadWithoutRow(place, watermark, point)}) AS passed`);
}

async function moveWatermark(tx: Tx, place: CompactionPlace, point: number): Promise<void> {
  if ('channelId' in place) {
    await tx.$executeRaw`
      INSERT INTO channel_read (user_id, channel_id, organization_id, read_id)
      VALUES (${place.userId}, ${place.channelId}, ${place.organizationId}, ${point})
      ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET read_id = greatest(channel_read.read_id, excluded.read_id)`;
  } else {
    await tx.$executeRaw`
      UPDATE conversation_participant SET read_id = greatest(read_id, ${point}::bigint)
      WHERE user_id = ${place.userId} AND conversation_id = ${place.conversationId} AND organization_id = ${place.organizationId}`;
  }
}

interface Row {
  readonly id: bigint;
}

function idsOf(rows: readonly Row[]): number[] {
  return rows.map(({ id }) => Number(id));
}

/** Messages `m` in the place that have a row with only the "read" flag, and were never moved. */
function readRows(place: CompactionPlace): Prisma.Sql {
  const isHere =
    'channelId' in place
      ? Prisma.sql`m.channel_id = ${place.channelId} AND m.moved_at_id IS NULL`
      : Prisma.sql`m.conversation_id = ${place.conversationId}`;
  return Prisma.sql`
    SELECT m.id FROM message_flag f JOIN message m ON m.id = f.message_id
    WHERE f.user_id = ${place.userId} AND f.organization_id = ${place.organizationId} AND f.flags = 1 AND ${isHere} AND ${received(place)}`;
}

/** Unread messages that depend on this watermark, wherever they are now. */
function unreadWithoutRow(place: CompactionPlace, watermark: number, until: number): Prisma.Sql {
  const those = (condition: Prisma.Sql) => Prisma.sql`
    SELECT m.id FROM message m
    WHERE ${condition} AND m.id > ${watermark}::bigint AND m.id <= ${until}::bigint AND ${unread(place)}
      AND NOT EXISTS (SELECT FROM message_flag f WHERE f.user_id = ${place.userId} AND f.message_id = m.id)`;
  if ('conversationId' in place) return those(Prisma.sql`m.conversation_id = ${place.conversationId}`);
  return Prisma.sql`${those(Prisma.sql`m.channel_id = ${place.channelId} AND m.origin_channel_id IS NULL`)}
    UNION ALL ${those(Prisma.sql`m.origin_channel_id = ${place.channelId}`)}`;
}
