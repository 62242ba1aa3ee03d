import { describe, expect, it } from '@jest/globals';
import { isStorable } from '@parley/contracts';
import { checkedContent } from './message-content.js';

describe('content', () => {
  it.each([
    ['hello', 'hello'],
    ['\n\n  hello \n\t ', '  hello'],
    ['one\n\ntwo', 'one\n\ntwo'],
    ['x'.repeat(10_000), 'x'.repeat(10_000)],
    ['\u{1f389}'.repeat(10_000), '\u{1f389}'.repeat(10_000)],
    ['half \ud83c of a pair', 'half \ufffd of a pair'],
  ])('is stored without outer blank lines', (input, stored) => {
    expect(checkedContent(input)).toBe(stored);
  });

  it.each([
    ['', 'Message must not be empty'],
    [' \n ', 'Message must not be empty'],
    ['a\0b', 'Message must not contain null bytes'],
    ['x'.repeat(10_001), 'content is too long (limit: 10000 characters)'],
  ])('is rejected, never truncated', (input, msg) => {
    expect(() => checkedContent(input)).toThrow(msg);
  });
});

describe('a text that the database can store', () => {
  it.each([
    ['plain', true],
    ['\u{1f389}', true],
    ['a\0b', false],
    ['\ud83c', false],
  ])('%j: %j', (text, storable) => {
    expect(isStorable(text)).toBe(storable);
  });
});
