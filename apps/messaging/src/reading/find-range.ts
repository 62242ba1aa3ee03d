import type { Viewer } from '@parley/access';
import type { WireNarrow } from '@parley/contracts/messaging';
import type { SqlReader } from '@parley/persistence';
import { type Narrow, resolveNarrow } from './narrow-context.js';
import { type Anchor, anchorOf, checkRange, type Range, type RangeRequest, rangeOf, rangeWalks } from './narrow-range.js';
import { narrowTerms } from './narrow-terms.js';
import { findMessages, newestIdBefore } from './reading.repository.js';

/** A requested range. */
export interface RequestedRange {
  readonly anchor: string | number | undefined;
  /** Set if the anchor is a date. */
  readonly anchorDate?: string | undefined;
  readonly includeAnchor: boolean;
  readonly numBefore: number;
  readonly numAfter: number;
  readonly narrow: WireNarrow;
}

export interface FoundRange {
  readonly narrow: Narrow;
  readonly request: RangeRequest;
  readonly range: Range;
}

/**
 * The ids of a range of a narrow, for reading or changing them. At most four statements. `check` throws if the caller may not read the narrow; it runs
 * before messages are searched.
 */
export async function findRange(
  reader: SqlReader,
  viewer: Viewer,
  requested: RequestedRange,
  check?: (narrow: Narrow) => void,
): Promise<FoundRange> {
  const anchor = anchorOf(requested.anchor, requested.anchorDate);
  checkRange(requested);
  const narrow = await resolveNarrow(reader, viewer, narrowTerms(requested.narrow));
  check?.(narrow);
  const request = { ...requested, anchor: await fixed(reader, viewer, narrow, anchor) };
  const ids = await findMessages(reader, viewer, narrow, rangeWalks(request));
  return { narrow, request, range: rangeOf(request, ids) };
}

/** The first message of the narrow that is unread, or was sent at or after a date; the newest if there is none. */
async function fixed(reader: SqlReader, viewer: Viewer, narrow: Narrow, anchor: Anchor): Promise<RangeRequest['anchor']> {
  switch (anchor.at) {
    case 'first-unread':
      return first(reader, viewer, firstUnread(narrow), 0);
    case 'date':
      return first(reader, viewer, narrow, await newestIdBefore(reader, viewer, anchor.date));
    default:
      return anchor;
  }
}

/** The received unread messages of a narrow. */
function firstUnread({ terms, matchesNothing }: Narrow): Narrow {
  const unread = { operator: 'is', what: 'unread', negated: false } as const;
  const rest = terms.filter((term) => term.operator !== 'is' || term.what !== 'unread');
  const isDenied = rest.length < terms.length && terms.some((term) => term.operator === 'is' && term.what === 'unread' && term.negated);
  return { scope: 'received', terms: [...rest, unread], matchesNothing: matchesNothing || isDenied };
}

async function first(reader: SqlReader, viewer: Viewer, narrow: Narrow, afterId: number): Promise<RangeRequest['anchor']> {
  const [id] = await findMessages(reader, viewer, narrow, { before: null, after: { fromId: afterId + 1, limit: 1 } });
  return id === undefined ? { at: 'newest' } : { at: 'message', id };
}
