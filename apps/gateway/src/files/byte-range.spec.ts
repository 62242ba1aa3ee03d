import { expect, it } from '@jest/globals';
import { requestedRange } from './byte-range.js';

it.each([
  ['bytes=0-4', { start: 0, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=5-500', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-300', { start: 0, end: 9 }],
  ['bytes=10-', null],
  ['bytes=-0', null],
  ['bytes=10-20', null],
  [undefined, undefined],
  ['bytes=-', undefined],
  ['bytes=4-2', undefined],
  ['bytes=0-1,3-4', undefined],
  ['items=0-4', undefined],
  ['bytes=a-b', undefined],
  ['bytes=99999999999999999999-', undefined],
])('for ten bytes, %p requests %p', (header, range) => {
  expect(requestedRange(header, 10)).toEqual(range);
});

it('an empty file has no range', () => {
  expect(requestedRange('bytes=0-', 0)).toBeNull();
});
