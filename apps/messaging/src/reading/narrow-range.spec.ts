import { describe, expect, it } from '@jest/globals';
import { NEWEST_ANCHOR } from '@parley/contracts';
import { anchorOf, checkRange, type RangeRequest, rangeOf, rangeWalks } from './narrow-range.js';

describe('an anchor', () => {
  it.each([
    ['newest', { at: 'newest' }],
    ['oldest', { at: 'oldest' }],
    ['first_unread', { at: 'first-unread' }],
    [12, { at: 'message', id: 12 }],
    ['12', { at: 'message', id: 12 }],
    [0, { at: 'oldest' }],
    [-5, { at: 'oldest' }],
    [NEWEST_ANCHOR, { at: 'newest' }],
    [1, { at: 'message', id: 1 }],
    [Number.MAX_SAFE_INTEGER, { at: 'message', id: Number.MAX_SAFE_INTEGER }],
  ])('%j', (value, anchor) => {
    expect(anchorOf(value)).toEqual(anchor);
  });

  it.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T10:00:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00+02:00', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T10:00:00-02:30', '2026-11-21T12:30:00.000Z'],
    ['2026-11-21T10:00', '2026-11-21T10:00:00.000Z'],
  ])('date %s is %s', (text, date) => {
    expect(anchorOf('date', text)).toEqual({ at: 'date', date: new Date(date) });
  });

  it.each(['yesterday', '', '2026-13-01', '2026-11-21 10:00', '2026-11-21T10:00:00+0200', '99999999'])('date %j is rejected', (text) => {
    expect(() => anchorOf('date', text)).toThrow('Invalid anchor_date');
  });

  it('date requires a date', () => {
    expect(() => anchorOf('date')).toThrow("Missing 'anchor_date' argument.");
  });

  it.each(['day', '1.5', 1.5, 'NaN'])('%j is rejected', (value) => {
    expect(() => anchorOf(value)).toThrow('Invalid anchor');
  });

  it('is required', () => {
    expect(() => anchorOf(undefined)).toThrow("Missing 'anchor' argument.");
  });
});

describe('a range', () => {
  it.each([
    [{ includeAnchor: true, numBefore: 2500, numAfter: 2500 }, undefined],
    [{ includeAnchor: true, numBefore: 2501, numAfter: 2500 }, 'Too many messages requested (maximum 5000).'],
    [{ includeAnchor: false, numBefore: 1, numAfter: 0 }, undefined],
    [{ includeAnchor: false, numBefore: 0, numAfter: 1 }, undefined],
    [{ includeAnchor: true, numBefore: 1, numAfter: 1 }, undefined],
    [{ includeAnchor: false, numBefore: 1, numAfter: 1 }, 'The anchor can only be excluded at an end of the range'],
  ])('%j: %j', (request, complaint) => {
    if (complaint === undefined) expect(() => checkRange(request)).not.toThrow();
    else expect(() => checkRange(request)).toThrow(complaint);
  });

  /** Applies both walks to the ids 10, 20, ... 90, and `rangeOf` to the result. */
  const cut = (request: RangeRequest) => {
    const all = Array.from({ length: 9 }, (_, n) => (n + 1) * 10);
    const { before, after } = rangeWalks(request);
    const below = before === null ? [] : all.filter((id) => id <= before.fromId).slice(-before.limit);
    const above = after === null ? [] : all.filter((id) => id >= after.fromId).slice(0, after.limit);
    return rangeOf(request, [...below, ...above]);
  };
  const around = (id: number, numBefore: number, numAfter: number, includeAnchor = true): RangeRequest => ({
    anchor: { at: 'message', id },
    includeAnchor,
    numBefore,
    numAfter,
  });

  it.each<[string, RangeRequest, number[], [boolean, boolean, boolean]]>([
    ['around a message', around(50, 2, 2), [30, 40, 50, 60, 70], [true, false, false]],
    ['around an id between messages', around(55, 2, 2), [40, 50, 60, 70], [false, false, false]],
    ['before a message', around(50, 2, 0), [30, 40, 50], [true, false, false]],
    ['before a message, without it', around(50, 2, 0, false), [30, 40], [false, false, false]],
    ['after a message', around(50, 0, 2), [50, 60, 70], [true, false, false]],
    ['after a message, without it', around(50, 0, 2, false), [60, 70], [false, false, false]],
    ['a message alone', around(50, 0, 0), [50], [true, false, false]],
    ['to the oldest', around(20, 5, 0), [10, 20], [true, true, false]],
    ['to the newest', around(80, 0, 5), [80, 90], [true, false, true]],
    ['all', around(50, 9, 9), [10, 20, 30, 40, 50, 60, 70, 80, 90], [true, true, true]],
    ['nothing, at the newest', { anchor: { at: 'newest' }, includeAnchor: true, numBefore: 0, numAfter: 0 }, [], [false, false, true]],
    ['nothing, at the oldest', { anchor: { at: 'oldest' }, includeAnchor: true, numBefore: 0, numAfter: 0 }, [], [false, true, false]],
    ['the newest', { anchor: { at: 'newest' }, includeAnchor: true, numBefore: 2, numAfter: 5 }, [80, 90], [false, false, true]],
    ['the oldest', { anchor: { at: 'oldest' }, includeAnchor: true, numBefore: 5, numAfter: 2 }, [10, 20], [false, true, false]],
  ])('%s', (_, request, ids, [foundAnchor, foundOldest, foundNewest]) => {
    expect(cut(request)).toEqual({ ids, foundAnchor, foundOldest, foundNewest });
  });

  it('is ascending and holds each message once, in whatever order the walks found them', () => {
    expect(rangeOf(around(50, 2, 2), [70, 100, 60, 50, 50, 9, 40]).ids).toEqual([9, 40, 50, 60, 70]);
  });

  it.each<[string, RangeRequest, ReturnType<typeof rangeWalks>]>([
    ['around a message', around(50, 2, 3), { before: { fromId: 49, limit: 2 }, after: { fromId: 50, limit: 4 } }],
    ['before a message', around(50, 2, 0), { before: { fromId: 50, limit: 3 }, after: null }],
    ['before a message, without it', around(50, 2, 0, false), { before: { fromId: 49, limit: 2 }, after: null }],
    ['after a message, without it', around(50, 0, 2, false), { before: null, after: { fromId: 51, limit: 2 } }],
    ['a message alone', around(50, 0, 0), { before: null, after: { fromId: 50, limit: 1 } }],
    ['nothing', around(50, 0, 0, false), { before: null, after: null }],
    [
      'the newest, with nothing after',
      { anchor: { at: 'newest' }, includeAnchor: true, numBefore: 0, numAfter: 5 },
      { before: null, after: null },
    ],
    [
      'the oldest, with nothing before',
      { anchor: { at: 'oldest' }, includeAnchor: true, numBefore: 5, numAfter: 0 },
      { before: null, after: null },
    ],
  ])('reads no more messages than it needs: %s', (_, request, walks) => {
    expect(rangeWalks(request)).toEqual(walks);
  });
});
