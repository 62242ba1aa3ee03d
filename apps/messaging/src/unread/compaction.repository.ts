import { OPEN_SPAN, received, unread } from '@parley/access';
import { dbInt, firstRow, mayChange, Prisma, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';

const idRow = z.object({ id: dbInt });

function idsOf(found: readonly z.infer<typeof idRow>[]): number[] {
  return found.map(({ id }) => id);
}

/** Maximum rows that one transaction deletes, because other changes of the organization wait for it. */
const BATCH = 1_000;

const watermarkRow = z.object({ watermark: dbInt });

/** The id up to which every message without a row is read; null if all are: in a channel without a subscription. */
export async function readWatermark(tx: Tx, organizationId: number, place: CompactionPlace): Promise<number | null> {
  const row = await firstRow(
    tx,
    watermarkRow,
    'channelId' in place
      ? Prisma.sql`
        SELECT greatest(s.after_id, coalesce(r.read_id, 0)) AS watermark
        FROM subscription_span s LEFT JOIN channel_read r
          ON r.organization_id = ${organizationId} AND r.user_id = s.user_id AND r.channel_id = s.channel_id
        WHERE s.user_id = ${place.userId} AND s.channel_id = ${place.channelId} AND s.organization_id = ${organizationId}
          AND s.until_id = ${OPEN_SPAN}`
      : Prisma.sql`
        SELECT p.read_id AS watermark FROM conversation_participant p
        WHERE p.user_id = ${place.userId} AND p.conversation_id = ${place.conversationId} AND p.organization_id = ${organizationId}`,
  );
  return row?.watermark ?? null;
}

export async function removeReadRows(tx: Tx, organizationId: number, place: CompactionPlace, watermark: number | null): Promise<number> {
  return tx.$executeRaw(Prisma.sql`
    DELETE FROM message_flag f USING (
      ${readRows(organizationId, place)} AND ${watermark === null ? Prisma.sql`true` : Prisma.sql`m.id <= ${watermark}::bigint`} ORDER BY m.id LIMIT ${BATCH}
    ) AS unnecessary
    WHERE f.user_id = ${place.userId} AND f.organization_id = ${organizationId} AND f.message_id = unnecessary.id AND f.flags = 1`);
}

/** The oldest messages above the watermark that are read by a row, and the unread messages without a row within their range. */
export async function readStates(tx: Tx, organizationId: number, place: CompactionPlace, watermark: number): Promise<[number[], number[]]> {
  const readIds = idsOf(
    await rows(tx, idRow, Prisma.sql`${readRows(organizationId, place)} AND m.id > ${watermark}::bigint ORDER BY m.id LIMIT ${BATCH}`),
  );
  const last = readIds.at(-1);
  if (last === undefined) return [[], []];
  const most = Math.floor(readIds.length / 2) + 1;
  const unreadRows = await rows(tx, idRow, Prisma.sql`${unreadWithoutRow(place, watermark, last)} ORDER BY id LIMIT ${most}`);
  return [readIds, idsOf(unreadRows)];
}

export async function keepUnread(tx: Tx, organizationId: number, place: CompactionPlace, watermark: number, point: number): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO message_flag (user_id, organization_id, message_id, flags)
    SELECT ${place.userId}, ${organizationId}, id, 0 FROM (${unreadWithoutRow(place, watermark, point)}) AS passed`);
}

export async function moveWatermark(tx: Tx, organizationId: number, place: CompactionPlace, point: number): Promise<void> {
  if ('channelId' in place) {
    await tx.$executeRaw`
      INSERT INTO channel_read (user_id, channel_id, organization_id, read_id)
      VALUES (${place.userId}, ${place.channelId}, ${organizationId}, ${point})
      ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET read_id = greatest(channel_read.read_id, excluded.read_id)`;
  } else {
    await tx.$executeRaw`
      UPDATE conversation_participant SET read_id = greatest(read_id, ${point}::bigint)
      WHERE user_id = ${place.userId} AND conversation_id = ${place.conversationId} AND organization_id = ${organizationId}`;
  }
}

/** Messages `m` in the place that have a row with only the "read" flag, and were never moved. */
function readRows(organizationId: number, place: CompactionPlace): Prisma.Sql {
  const isHere =
    'channelId' in place
      ? Prisma.sql`m.channel_id = ${place.channelId} AND m.moved_at_id IS NULL`
      : Prisma.sql`m.conversation_id = ${place.conversationId}`;
  return Prisma.sql`
    SELECT m.id FROM message_flag f JOIN message m ON m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = f.message_id
    WHERE f.user_id = ${place.userId} AND f.organization_id = ${organizationId} AND f.flags = 1 AND ${isHere} AND ${received(place)}`;
}

/** Unread messages that depend on this watermark, wherever they are now. */
function unreadWithoutRow(place: CompactionPlace, watermark: number, until: number): Prisma.Sql {
  const those = (condition: Prisma.Sql) => Prisma.sql`
    SELECT m.id FROM message m
    WHERE m.organization_id IS NOT DISTINCT FROM ${place.organizationId} AND ${condition} AND m.id > ${watermark}::bigint AND m.id <= ${until}::bigint
      AND ${unread(place)}
      AND NOT EXISTS (SELECT FROM message_flag f
      WHERE f.organization_id = ${place.organizationId} AND f.user_id = ${place.userId} AND f.message_id = m.id)`;
  if ('conversationId' in place) return those(Prisma.sql`m.conversation_id = ${place.conversationId}`);
  return Prisma.sql`${those(Prisma.sql`m.channel_id = ${place.channelId} AND m.origin_channel_id IS NULL`)}
    UNION ALL ${those(Prisma.sql`m.origin_channel_id = ${place.channelId}`)}`;
}

/** Users with at least this many rows that contain only the "read" flag, ascending. */
export async function* peopleWithReadRows(reader: SqlReader, minRows: number): AsyncGenerator<CompactionUser> {
  let afterId = 0;
  for (;;) {
    const people = await rows(
      reader,
      compactionUser,
      Prisma.sql`
      SELECT user_id AS "userId", min(organization_id) AS "organizationId" FROM message_flag f
      WHERE flags = 1 AND user_id > ${afterId} AND ${mayChange(Prisma.sql`f.organization_id`)} GROUP BY user_id HAVING count(*) >= ${minRows} ORDER BY user_id LIMIT ${PAGE}`,
    );
    yield* people;
    afterId = people.at(-1)?.userId ?? afterId;
    if (people.length < PAGE) return;
  }
}

const crowdedPlacesRow = z.object({ channelId: dbInt.nullable(), conversationId: dbInt.nullable() });

/** Channels and conversations in which the user has at least this many such rows. A message that was moved keeps its row. */
export async function crowdedPlaces(
  reader: SqlReader,
  organizationId: number,
  person: CompactionUser,
  minRows: number,
): Promise<CompactionPlace[]> {
  const found = await rows(
    reader,
    crowdedPlacesRow,
    Prisma.sql`
    SELECT m.channel_id AS "channelId", m.conversation_id AS "conversationId"
    FROM message_flag f JOIN message m ON m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = f.message_id AND m.moved_at_id IS NULL
    WHERE f.user_id = ${person.userId} AND f.organization_id = ${organizationId} AND f.flags = 1
    GROUP BY m.channel_id, m.conversation_id HAVING count(*) >= ${minRows}`,
  );
  return found.flatMap(({ channelId, conversationId }): CompactionPlace[] => {
    if (channelId !== null) return [{ ...person, channelId }];
    return conversationId === null ? [] : [{ ...person, conversationId }];
  });
}

const compactionUser = z.object({ organizationId: dbInt, userId: dbInt });
export type CompactionUser = z.infer<typeof compactionUser>;

/** The scope of one watermark of one user. */
export type CompactionPlace = CompactionUser & ({ readonly channelId: number } | { readonly conversationId: number });

/** Users per query. */
const PAGE = 100;
