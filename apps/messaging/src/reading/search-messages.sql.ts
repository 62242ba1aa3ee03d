import { type Viewer } from '@parley/access';
import { Prisma } from '@parley/persistence';
import { type MessageSource, scopeCondition } from './message-source.sql.js';
import type { Narrow, ResolvedSearch } from './narrow-context.js';
import { narrowFilter } from './narrow-filter.sql.js';
import { type Direction, nearest, type Walk } from './nearest-messages.sql.js';
import { hasPhrases, hasWords } from './search-condition.sql.js';

/** Number of nearest messages that are checked before the word index is used. */
const WINDOW = 10_000;

/** The search to look up in the word index; undefined if no word is searched for. */
export function searchedWords({ terms }: Narrow): ResolvedSearch | undefined {
  const search = terms.find((term) => term.operator === 'search' && !term.negated);
  return search?.operator === 'search' && search.query.lexemes.length > 0 ? search.query : undefined;
}

interface HitQuery {
  readonly source: MessageSource;
  readonly search: ResolvedSearch;
  readonly direction: Direction;
  readonly walk: Walk;
}

/**
 * The hits nearest to an anchor. A frequent word is found among the nearest messages, which are checked one by one. A rare word has few
 * entries in the index, which are only read if the nearest messages contained too few hits. Each way is slow for the other kind of word,
 * and the planner guesses wrong, so the order of joins is fixed (LATERAL with OFFSET 0).
 */
export function nearestHits(viewer: Viewer, narrow: Narrow, { source, search, direction, walk }: HitQuery): Prisma.Sql {
  const { order, within } = direction;
  const matches = Prisma.sql`${scopeCondition(viewer, narrow.scope)} AND ${narrowFilter(
    viewer,
    narrow.terms.filter((term) => term.operator !== 'search' || term.negated),
  )} AND ${hasPhrases(search)}`;
  const side = Prisma.sql`w.organization_id = ${viewer.organizationId} AND w.message_id ${within} ${walk.fromId}::bigint`;
  const nearby =
    source.size === 'few'
      ? nearest(source, { ranges: source.rangeFilter, rows: Prisma.sql`true` }, direction, { ...walk, limit: WINDOW })
      : Prisma.sql`SELECT w.message_id AS id FROM message_search w WHERE ${side} ORDER BY w.message_id ${order} LIMIT ${WINDOW}`;
  return Prisma.sql`
    WITH nearby AS MATERIALIZED (${nearby}
    ), near_hit AS MATERIALIZED (
      SELECT place.id FROM (SELECT id FROM nearby ORDER BY id ${order} OFFSET 0) AS place
      CROSS JOIN LATERAL (
        SELECT m.* FROM message_search w JOIN message m ON m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND m.id = w.message_id
        WHERE w.organization_id = ${viewer.organizationId} AND w.message_id = place.id AND ${hasWords(search)} OFFSET 0) AS m
      WHERE ${matches} ORDER BY place.id ${order} LIMIT ${walk.limit}
    ), far_hit AS MATERIALIZED (
      SELECT place.id FROM (
        SELECT w.message_id AS id FROM message_search w WHERE ${side} AND ${hasWords(search)} ORDER BY w.message_id ${order} OFFSET 0) AS place
      CROSS JOIN LATERAL (SELECT m.* FROM message m WHERE m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND m.id = place.id OFFSET 0) AS m
      WHERE (SELECT count(*) FROM nearby) = ${WINDOW} AND (SELECT count(*) FROM near_hit) < ${walk.limit} AND ${matches}
      ORDER BY place.id ${order} LIMIT ${walk.limit}
    )
    SELECT id FROM near_hit UNION SELECT id FROM far_hit`;
}
