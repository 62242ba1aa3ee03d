import { dbInt, mayChange, onlyRow, Prisma, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { ACTIVE_DAYS, TRAFFIC_DAYS } from './channel-traffic.js';

const measured = z.object({
  id: z.int(),
  createdAt: z.date(),
  isRecentlyActive: z.boolean(),
  weeklyTraffic: z.int().nullable(),
  lastMessageAt: z.date().nullable(),
  messages: z.int(),
});
/** A channel with its stored values, and what they are computed from. */
export type MeasuredChannel = z.output<typeof measured>;

/** New activity values of a channel that differ from its row. */
export interface ActivityChange {
  readonly channelId: number;
  readonly isRecentlyActive: boolean;
  readonly weeklyTraffic: number | null;
}

/**
 * The channels of an organization that are not archived. Reads one row for the newest message of each channel, and counts the messages from
 * `sinceId` on in the index of channels.
 */
export function measuredChannels(reader: SqlReader, organizationId: number, sinceId: number): Promise<MeasuredChannel[]> {
  return rows(
    reader,
    measured,
    Prisma.sql`
      SELECT c.id, c.created_at AS "createdAt", c.is_recently_active AS "isRecentlyActive", c.weekly_traffic AS "weeklyTraffic",
        (SELECT m.sent_at FROM message m WHERE m.channel_id = c.id ORDER BY m.id DESC LIMIT 1) AS "lastMessageAt",
        (SELECT count(*)::int FROM message m WHERE m.channel_id = c.id AND m.id >= ${sinceId}::bigint) AS messages
      FROM channel c WHERE c.organization_id = ${organizationId} AND NOT c.is_archived ORDER BY c.id`,
  );
}

const firstCountedIdRow = z.object({ id: dbInt });

/** The first message of the installation that counts for the traffic estimate. */
export function firstCountedId(reader: SqlReader, now: Date): Promise<number> {
  return firstIdSince(reader, new Date(now.getTime() - TRAFFIC_DAYS * 24 * 3600 * 1000));
}

/**
 * The first message of the installation that was sent since then. Ids increase with time and send times have no index. So a binary search
 * over ids finds it in a few dozen index reads.
 */
export async function firstIdSince(reader: SqlReader, since: Date): Promise<number> {
  const { id } = await onlyRow(
    reader,
    firstCountedIdRow,
    Prisma.sql`
      WITH RECURSIVE search (low, high) AS (
        SELECT 0::bigint, (SELECT coalesce(max(id), 0) + 1 FROM message)
        UNION ALL
        SELECT CASE WHEN half.is_before THEN half.middle + 1 ELSE half.low END, CASE WHEN half.is_before THEN half.high ELSE half.middle END
        FROM (
          SELECT s.low, s.high, (s.low + s.high) / 2 AS middle,
            (SELECT m.sent_at < ${since} FROM message m WHERE m.id >= (s.low + s.high) / 2 ORDER BY m.id LIMIT 1) AS is_before
          FROM search s WHERE s.low < s.high
        ) half
      )
      SELECT low AS id FROM search WHERE low >= high`,
  );
  return id;
}

/** One part of all organizations: those whose id modulo `parts` is `rest`. */
export interface Slice {
  readonly parts: number;
  readonly rest: number;
}

const organizationRow = z.object({ id: z.int() });

/**
 * Organizations in which a value may differ from what is stored: those with a message since `sinceId`, and those of the slice with a channel
 * whose values change by themselves as time passes. The others are skipped.
 */
export async function organizationsToMeasure(reader: SqlReader, sinceId: number, { parts, rest }: Slice): Promise<number[]> {
  const found = await rows(
    reader,
    organizationRow,
    Prisma.sql`
      SELECT DISTINCT organization_id AS id FROM message m WHERE id >= ${sinceId}::bigint AND ${mayChange(Prisma.sql`m.organization_id`)}
      UNION
      SELECT organization_id FROM channel c
      WHERE ${mayChange(Prisma.sql`c.organization_id`)} AND organization_id % ${parts}::int = ${rest}::int AND NOT is_archived
        AND (weekly_traffic IS DISTINCT FROM 0 OR (is_recently_active AND created_at < now() - make_interval(days => ${ACTIVE_DAYS}::int)))
      ORDER BY 1`,
  );
  return found.map(({ id }) => id);
}

export async function storeActivity(tx: Tx, organizationId: number, changes: readonly ActivityChange[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE channel c SET is_recently_active = activity.is_recently_active, weekly_traffic = activity.weekly_traffic
    FROM unnest(${changes.map((change) => change.channelId)}::int[], ${changes.map((change) => change.isRecentlyActive)}::bool[],
      ${changes.map((change) => change.weeklyTraffic)}::int[]) AS activity (channel_id, is_recently_active, weekly_traffic)
    WHERE c.organization_id = ${organizationId} AND c.id = activity.channel_id`;
}
