import { describe, expect, it } from '@jest/globals';
import { duration } from './duration.js';

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_000, '1 s'],
    [90_000, '1 min'],
    [3_600_000, '1 h'],
    [604_800_000, '7 d'],
  ])('of %i ms is shown as %s', (ms, text) => expect(duration(ms)).toBe(text));
});
