import type { WireNarrow } from '@parley/contracts';
import type { Reader, Viewer } from '@parley/persistence';
import { type Anchor, anchorOf, checkRange, narrowTerms, type Range, type RangeRequest, rangeOf, rangeWalks } from '@parley/policies';
import { findMessages } from './find-messages.js';
import { type Narrow, resolveNarrow } from './narrow-context.js';

/** A range as a request asks for it. */
export interface AskedRange {
  readonly anchor: string | number | undefined;
  readonly includeAnchor: boolean;
  readonly numBefore: number;
  readonly numAfter: number;
  readonly narrow: WireNarrow;
}

export interface FoundRange {
  readonly request: RangeRequest;
  readonly range: Range;
}

/** The ids of a range of a narrow, for whoever reads or changes them: at most three statements. */
export async function findRange(reader: Reader, viewer: Viewer, asked: AskedRange): Promise<FoundRange> {
  const anchor = anchorOf(asked.anchor);
  checkRange(asked);
  const narrow = await resolveNarrow(reader, viewer, narrowTerms(asked.narrow));
  const request = { ...asked, anchor: await fixed(reader, viewer, narrow, anchor) };
  const ids = await findMessages(reader, viewer, narrow, rangeWalks(request));
  return { request, range: rangeOf(request, ids) };
}

/** The first unread message of the narrow; the newest when nothing is unread. */
async function fixed(reader: Reader, viewer: Viewer, narrow: Narrow, anchor: Anchor): Promise<RangeRequest['anchor']> {
  if (anchor.at !== 'first-unread') return anchor;
  const unread: Narrow = { scope: 'received', terms: [...narrow.terms, { operator: 'is', what: 'unread', negated: false }] };
  const [id] = await findMessages(reader, viewer, unread, { before: null, after: { fromId: 0, limit: 1 } });
  return id === undefined ? { at: 'newest' } : { at: 'message', id };
}
