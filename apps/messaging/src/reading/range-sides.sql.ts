import { type Viewer } from '@parley/access';
import { Prisma } from '@parley/persistence';
import { messageSource } from './message-source.sql.js';
import type { Narrow, ResolvedTerm } from './narrow-context.js';
import { narrowFilter } from './narrow-filter.sql.js';
import type { RangeWalks } from './narrow-range.js';
import { AFTER, BEFORE, type Direction, nearest, type Walk } from './nearest-messages.sql.js';
import { nearestHits, searchedWords } from './search-messages.sql.js';

/** The queries for the requested sides of an anchor. */
export function sidesOf(viewer: Viewer, narrow: Narrow, walks: RangeWalks): Prisma.Sql[] {
  if (narrow.matchesNothing) return [];
  const side = sideOf(viewer, narrow);
  return [...(walks.before === null ? [] : [side(BEFORE, walks.before)]), ...(walks.after === null ? [] : [side(AFTER, walks.after)])];
}

/** Builds the query for one side. */
function sideOf(viewer: Viewer, narrow: Narrow): (direction: Direction, walk: Walk) => Prisma.Sql {
  const source = messageSource(viewer, narrow);
  const search = searchedWords(narrow);
  if (search !== undefined && source.size !== 'small') {
    return (direction, walk) => nearestHits(viewer, narrow, { source, search, direction, walk });
  }
  const filterWithout = (...implied: readonly ResolvedTerm[]) =>
    narrowFilter(
      viewer,
      narrow.terms.filter((term) => !implied.includes(term)),
    );
  const filters = {
    ranges: Prisma.sql`${source.rangeFilter} AND ${filterWithout(...source.impliedTerms, ...source.rangeTerms)}`,
    rows: filterWithout(...source.impliedTerms),
  };
  return (direction, walk) => nearest(source, filters, direction, walk);
}
