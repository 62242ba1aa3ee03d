import { type Viewer } from '@parley/access';
import { Prisma, type Reader } from '@parley/persistence';
import { messageSource } from './message-source.js';
import type { Narrow } from './narrow-context.js';
import { narrowFilter } from './narrow-filter.js';
import type { RangeWalks } from './narrow-range.js';
import { AFTER, BEFORE, type Direction, nearest, type Walk } from './nearest-messages.js';
import { nearestHits, searchedWords } from './search-messages.js';

/** Ids of the matches nearest to an anchor, on one or both sides of it, in one statement. In no particular order. */
export async function findMessages(reader: Reader, viewer: Viewer, narrow: Narrow, walks: RangeWalks): Promise<number[]> {
  if (narrow.matchesNothing) return [];
  const side = sideOf(viewer, narrow);
  const sides = [
    ...(walks.before === null ? [] : [side(BEFORE, walks.before)]),
    ...(walks.after === null ? [] : [side(AFTER, walks.after)]),
  ];
  if (sides.length === 0) return [];
  const rows = await reader.$queryRaw<{ id: bigint }[]>(
    Prisma.join(
      sides.map((side) => Prisma.sql`(${side})`),
      ' UNION ',
    ),
  );
  return rows.map((row) => Number(row.id));
}

/** Builds the query for one side. */
function sideOf(viewer: Viewer, narrow: Narrow): (direction: Direction, walk: Walk) => Prisma.Sql {
  const source = messageSource(viewer, narrow);
  const search = searchedWords(narrow);
  if (search !== undefined && source.size !== 'small') {
    return (direction, walk) => nearestHits(viewer, narrow, { source, search, direction, walk });
  }
  const filter = narrowFilter(
    viewer,
    narrow.terms.filter((term) => !source.impliedTerms.includes(term)),
  );
  return (direction, walk) => nearest(source, filter, direction, walk);
}
