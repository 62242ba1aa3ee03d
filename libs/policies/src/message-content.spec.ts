import { describe, expect, it } from '@jest/globals';
import { checkedContent } from './message-content.js';

describe('content', () => {
  it.each([
    ['hello', 'hello'],
    ['\n\n  hello \n\t ', '  hello'],
    ['x'.repeat(10_000), 'x'.repeat(10_000)],
    ['\u{1f389}'.repeat(10_000), '\u{1f389}'.repeat(10_000)],
  ])('is stored without outer blank lines', (input, stored) => {
    expect(checkedContent(input)).toBe(stored);
  });

  it.each([
    ['', 'Message must not be empty'],
    [' \n ', 'Message must not be empty'],
    ['a\0b', 'Message must not contain null bytes'],
    ['x'.repeat(10_001), 'content is too long (limit: 10000 characters)'],
  ])('is refused, never cut', (input, msg) => {
    expect(() => checkedContent(input)).toThrow(msg);
  });
});
