import { Prisma } from '@parley/persistence';
import type { MessageSource } from './message-source.sql.js';

/** One side of an anchor, the anchor included. */
export interface Walk {
  readonly fromId: number;
  readonly limit: number;
}

/** Conditions on `m` for messages in the ranges of a source, and for those of its other sources. */
export interface Filters {
  readonly ranges: Prisma.Sql;
  readonly rows: Prisma.Sql;
}

export interface Direction {
  readonly order: Prisma.Sql;
  /** Compares an id with a bound that it may not pass; the bound is included. */
  readonly within: Prisma.Sql;
  /** Compares a head with the cut: at it or nearer to the anchor. */
  readonly nearer: Prisma.Sql;
  /** The cut if there are fewer heads than requested messages: no limit. */
  readonly noCut: Prisma.Sql;
}
export const BEFORE: Direction = { order: Prisma.sql`DESC`, within: Prisma.sql`<=`, nearer: Prisma.sql`>=`, noCut: Prisma.sql`0::bigint` };
export const AFTER: Direction = {
  order: Prisma.sql`ASC`,
  within: Prisma.sql`>=`,
  nearer: Prisma.sql`<=`,
  noCut: Prisma.sql`9223372036854775807::bigint`,
};

/**
 * The `limit` matches nearest to `fromId` on one side. First finds the nearest match of each range (its head) with one index probe per
 * range. The limit-th head is the cut: matches beyond it cannot be among the nearest. So only ranges whose head is not beyond the cut are
 * read, and only up to it.
 */
export function nearest(source: MessageSource, filters: Filters, direction: Direction, walk: Walk): Prisma.Sql {
  const { order, within, nearer, noCut } = direction;
  const { limit } = walk;
  const side = Prisma.sql`m.id ${within} ${walk.fromId}::bigint`;
  const match = Prisma.sql`${side} AND ${filters.ranges}`;
  const inSpan = Prisma.sql`m.channel_id = r.channel_id AND m.id > r.after_id AND m.id <= r.until_id
    AND (r.any_origin OR m.origin_channel_id IS NULL) AND ${match}`;
  const inConversation = Prisma.sql`m.conversation_id = r.conversation_id AND m.id > r.after_id AND ${match}`;
  const first = (condition: Prisma.Sql) => Prisma.sql`(SELECT m.id FROM message m WHERE ${condition} ORDER BY m.id ${order} LIMIT 1)`;
  const some = (condition: Prisma.Sql) => Prisma.sql`LATERAL (
    SELECT m.id FROM message m WHERE ${condition} AND m.id ${nearer} cut.id ORDER BY m.id ${order} LIMIT ${limit}) AS found`;
  const walked = source.rowSources.map(
    (from) => Prisma.sql`(SELECT m.id ${from} AND ${side} AND ${filters.rows} ORDER BY m.id ${order} LIMIT ${limit})`,
  );
  const ranged = [
    ...(source.spans === null
      ? []
      : [Prisma.sql`SELECT found.id FROM span_head r CROSS JOIN cut CROSS JOIN ${some(inSpan)} WHERE r.head ${nearer} cut.id`]),
    ...(source.conversations === null
      ? []
      : [
          Prisma.sql`SELECT found.id FROM conversation_head r CROSS JOIN cut CROSS JOIN ${some(inConversation)} WHERE r.head ${nearer} cut.id`,
        ]),
  ];
  if (ranged.length === 0) return Prisma.sql`SELECT id FROM (${union(walked)}) AS m ORDER BY id ${order} LIMIT ${limit}`;
  return Prisma.sql`
    WITH span_head AS MATERIALIZED (
      SELECT r.*, head.id AS head FROM (${source.spans ?? NO_SPANS}) AS r CROSS JOIN LATERAL ${first(inSpan)} AS head
    ), conversation_head AS MATERIALIZED (
      SELECT r.*, head.id AS head FROM (${source.conversations ?? NO_CONVERSATIONS}) AS r CROSS JOIN LATERAL ${first(inConversation)} AS head
    ), cut AS MATERIALIZED (
      SELECT coalesce((SELECT head FROM (SELECT head FROM span_head UNION ALL SELECT head FROM conversation_head) AS heads
        ORDER BY head ${order} OFFSET ${limit - 1} LIMIT 1), ${noCut}) AS id
    )
    SELECT id FROM (${union([...ranged, ...walked])}) AS m ORDER BY id ${order} LIMIT ${limit}`;
}

const NO_SPANS = Prisma.sql`SELECT 0 AS channel_id, 0::bigint AS after_id, 0::bigint AS until_id, false AS any_origin WHERE false`;
const NO_CONVERSATIONS = Prisma.sql`SELECT 0::bigint AS conversation_id, 0::bigint AS after_id WHERE false`;

/** UNION removes messages that were found in two ways. */
function union(parts: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.join([...parts], ' UNION ');
}
