import { describe, expect, it } from '@jest/globals';
import { mergedRow } from './merge.js';
import type { Row } from './row.js';

const measured = (total: number, bare: number): Row => ({
  ...{ name: 'send', unit: 'ms per operation', total, by: { gateway: total / 4, messaging: (total * 3) / 4 }, spread: 0 },
  ...{ p50: total * 2, p99: total * 10, perSecond: 1_000 / total, operations: 100 },
  bare: { name: 'insert', total: bare, perSecond: 1_000 / bare },
  ratio: total / bare,
});

describe('the row of several turns', () => {
  it('leaves out the turns that were dearest and cheapest beside the bare program', () => {
    // A slow processor in the second turn, a vacuum in the third.
    const row = mergedRow([measured(4, 1), measured(8, 2), measured(40, 1), measured(4, 1), measured(3.6, 1)]);
    expect(row).toMatchObject({ total: 16 / 3, by: { gateway: 4 / 3, messaging: 4 }, bare: { name: 'insert', total: 4 / 3 }, ratio: 4 });
    expect(row.spread).toBe(0);
    expect(row.operations).toBe(300);
  });

  it('says how far turns differ beside the bare program', () => {
    expect(mergedRow([measured(4, 1), measured(4.4, 1)]).spread).toBeCloseTo(0.2 / 4.2);
  });

  it('works without a bare program', () => {
    const row = (total: number): Row => ({ name: 'idle', unit: 'ms per second', total, by: { redis: total } });
    expect(mergedRow([row(1), row(2), row(3), row(2), row(9)])).toMatchObject({ total: 7 / 3, by: { redis: 7 / 3 } });
  });

  it('is the row itself if there is one', () => {
    expect(mergedRow([measured(4, 1)])).toEqual(measured(4, 1));
  });
});
