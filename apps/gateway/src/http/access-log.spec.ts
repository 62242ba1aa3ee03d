import { describe, expect, it } from '@jest/globals';
import { AccessSample } from './access-log.js';

/** Random numbers, evenly spread. */
function evenly(): () => number {
  let given = 0;
  return () => {
    given += 1;
    return (given % 100) / 100;
  };
}

describe('the sample of the access log', () => {
  it('takes the given share of successful and refused requests', () => {
    for (const [share, expected] of [
      [0, 0],
      [0.25, 50],
      [1, 200],
    ] as const) {
      const sample = new AccessSample(share, evenly());
      const taken = Array.from({ length: 200 }, (_, index) => sample.take(index % 2 === 0 ? 200 : 429)).filter(
        (line) => line !== undefined,
      );
      expect([share, taken.length]).toEqual([share, expected]);
    }
  });

  it('takes each failed request, up to 100 each second, and says how many it left out', () => {
    let now = 5_000;
    const sample = new AccessSample(
      0,
      () => 0,
      () => now,
    );
    const taken = Array.from({ length: 130 }, () => sample.take(503));
    expect(taken.filter((line) => line !== undefined)).toEqual(Array.from({ length: 100 }, () => ({})));
    now = 5_999;
    expect(sample.take(500)).toBeUndefined();
    now = 6_000;
    expect(sample.take(500)).toEqual({ leftOut: 31 });
    expect(sample.take(500)).toEqual({});
  });
});
