import { Prisma, type Reader } from '@parley/persistence';
import { isRecentlyActive, TRAFFIC_DAYS, weeklyTraffic } from './channel-traffic.js';

/** New activity values of a channel that differ from its row. */
export interface ActivityChange {
  readonly channelId: number;
  readonly isRecentlyActive: boolean;
  readonly weeklyTraffic: number | null;
}

interface Row {
  readonly id: number;
  readonly createdAt: Date;
  readonly isRecentlyActive: boolean;
  readonly weeklyTraffic: number | null;
  readonly lastMessageAt: Date | null;
  readonly messages: number;
}

/**
 * The channels of an organization whose activity changed. Reads one row for the newest message of each channel, and counts the messages
 * from `sinceId` on in the index of channels.
 */
export async function activityChanges(reader: Reader, organizationId: number, sinceId: number, now: Date): Promise<ActivityChange[]> {
  const rows = await reader.$queryRaw<Row[]>`
    SELECT c.id, c.created_at AS "createdAt", c.is_recently_active AS "isRecentlyActive", c.weekly_traffic AS "weeklyTraffic",
      (SELECT m.sent_at FROM message m WHERE m.channel_id = c.id ORDER BY m.id DESC LIMIT 1) AS "lastMessageAt",
      (SELECT count(*)::int FROM message m WHERE m.channel_id = c.id AND m.id >= ${sinceId}::bigint) AS messages
    FROM channel c WHERE c.organization_id = ${organizationId} AND NOT c.is_archived ORDER BY c.id`;
  return rows
    .map((row) => ({ row, activity: activityOf(row, now) }))
    .filter(({ row, activity }) => activity.isRecentlyActive !== row.isRecentlyActive || activity.weeklyTraffic !== row.weeklyTraffic)
    .map(({ activity }) => activity);
}

function activityOf({ id, createdAt, lastMessageAt, messages }: Row, now: Date): ActivityChange {
  return {
    channelId: id,
    isRecentlyActive: isRecentlyActive(createdAt, lastMessageAt, now),
    weeklyTraffic: weeklyTraffic(createdAt, messages, now),
  };
}

/**
 * The first message of the installation that counts for the traffic estimate. Ids increase with time and send times have no index. So a
 * binary search over ids finds it in a few dozen index reads.
 */
export async function firstCountedId(reader: Reader, now: Date): Promise<number> {
  const since = new Date(now.getTime() - TRAFFIC_DAYS * 24 * 3600 * 1000);
  const [found] = await reader.$queryRaw<{ id: number }[]>(Prisma.sql`
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
    SELECT low::float8 AS id FROM search WHERE low >= high`);
  return found?.id ?? 0;
}
