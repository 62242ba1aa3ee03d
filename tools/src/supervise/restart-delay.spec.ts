import { describe, expect, it } from '@jest/globals';
import { countFailure, restartDelayMs } from './restart-delay.js';

describe('the delay before a restart', () => {
  it('doubles with each failure in a row, up to ten seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(restartDelayMs)).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  });

  it('is reset after a process lived for half a minute', () => {
    expect(countFailure(6, 29_999)).toBe(7);
    expect(countFailure(6, 30_000)).toBe(1);
  });
});
