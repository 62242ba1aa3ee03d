import { expect, it } from '@jest/globals';
import { retryAfterMs } from './retry-after.js';

const now = Date.parse('2026-11-24T10:00:00Z');

it.each([
  [null, undefined],
  ['', undefined],
  ['soon', undefined],
  ['0', 0],
  ['120', 120_000],
  ['999999999', 3_600_000],
  ['Tue, 24 Nov 2026 10:00:30 GMT', 30_000],
  ['Tue, 24 Nov 2026 09:00:00 GMT', 0],
])('a Retry-After of %p is a pause of %p ms', (header, pause) => {
  expect(retryAfterMs(header, now)).toBe(pause);
});
