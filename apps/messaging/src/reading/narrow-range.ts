import { apiErrors, MAX_MESSAGES_PER_FETCH, NEWEST_ANCHOR } from '@parley/contracts';
import { z } from 'zod';

export type Anchor =
  | { readonly at: 'newest' | 'oldest' | 'first-unread' }
  | { readonly at: 'message'; readonly id: number }
  /** The first message sent at this time or later. */
  | { readonly at: 'date'; readonly date: Date };

/** @throws missingAnchor, invalidAnchor, missingAnchorDate, invalidAnchorDate */
export function anchorOf(value: string | number | undefined, date?: string): Anchor {
  if (value === undefined) throw apiErrors.missingAnchor();
  if (value === 'newest' || value === 'oldest') return { at: value };
  if (value === 'first_unread') return { at: 'first-unread' };
  if (value === 'date') return { at: 'date', date: anchorDate(date) };
  const id = Number(value);
  if (!Number.isSafeInteger(id) && id !== NEWEST_ANCHOR) throw apiErrors.invalidAnchor();
  if (id >= NEWEST_ANCHOR) return { at: 'newest' };
  return id <= 0 ? { at: 'oldest' } : { at: 'message', id };
}

const isoDate = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);
const hasZone = /Z|[+-]\d\d:\d\d$/;

/** A date, or a date and time of ISO 8601, in UTC if it has no zone. */
function anchorDate(text: string | undefined): Date {
  if (text === undefined) throw apiErrors.missingAnchorDate();
  if (!isoDate.safeParse(text).success) throw apiErrors.invalidAnchorDate();
  return new Date(text.includes('T') && !hasZone.test(text) ? `${text}Z` : text);
}

/** The requested number of messages around an anchor. */
export interface RangeRequest {
  readonly anchor: Exclude<Anchor, { at: 'first-unread' | 'date' }>;
  readonly includeAnchor: boolean;
  readonly numBefore: number;
  readonly numAfter: number;
}

/** The two index walks that fetch a range, with their limits; null if a side needs none. Both bounds are inclusive. */
export interface RangeWalks {
  readonly before: { readonly fromId: number; readonly limit: number } | null;
  readonly after: { readonly fromId: number; readonly limit: number } | null;
}

/** @throws rangeTooLarge, anchorExcludedInside */
export function checkRange({ includeAnchor, numBefore, numAfter }: Omit<RangeRequest, 'anchor'>): void {
  if (numBefore + numAfter > MAX_MESSAGES_PER_FETCH) {
    throw apiErrors.rangeTooLarge({ limit: MAX_MESSAGES_PER_FETCH });
  }
  if (!includeAnchor && numBefore > 0 && numAfter > 0) {
    throw apiErrors.anchorExcludedInside();
  }
}

export function rangeWalks({ anchor, includeAnchor, numBefore, numAfter }: RangeRequest): RangeWalks {
  const wantsBefore = numBefore > 0 && anchor.at !== 'oldest';
  const wantsAfter = numAfter > 0 && anchor.at !== 'newest';
  const at = anchorId(anchor);
  const include = includeAnchor ? 1 : 0;
  const exactly = anchor.at === 'message' && includeAnchor && !wantsBefore && !wantsAfter;
  return {
    before: wantsBefore ? { fromId: wantsAfter ? at - 1 : at - 1 + include, limit: wantsAfter ? numBefore : numBefore + include } : null,
    after: wantsAfter || exactly ? { fromId: at + 1 - include, limit: wantsAfter ? numAfter + include : 1 } : null,
  };
}

/** The value of `anchor` in the response, which clients compare. */
export function anchorId(anchor: RangeRequest['anchor']): number {
  if (anchor.at === 'message') return anchor.id;
  return anchor.at === 'newest' ? NEWEST_ANCHOR : 0;
}

export interface Range {
  /** Ascending. */
  readonly ids: readonly number[];
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** Reduces the ids that the walks found to the requested range, and reports which ends were reached. `ids`: of both walks, in any order. */
export function rangeOf({ anchor, numBefore, numAfter }: RangeRequest, ids: readonly number[]): Range {
  const at = anchorId(anchor);
  const ascending = [...new Set(ids)].sort((a, b) => a - b);
  const before = ascending.filter((id) => id < at);
  const after = ascending.filter((id) => id > at);
  const kept = [...last(before, numBefore), ...ascending.filter((id) => id === at), ...after.slice(0, numAfter)];
  return {
    ids: kept,
    foundAnchor: ascending.includes(at),
    foundOldest: anchor.at === 'oldest' || before.length < numBefore,
    foundNewest: anchor.at === 'newest' || after.length < numAfter,
  };
}

function last<T>(list: readonly T[], count: number): readonly T[] {
  return list.slice(Math.max(0, list.length - count));
}
