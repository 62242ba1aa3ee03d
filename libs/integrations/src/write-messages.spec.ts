import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchesPattern } from './write-messages.js';

describe('a pattern', () => {
  it.each([
    ['push', 'push', true],
    ['push', 'pushed', false],
    ['pull_*', 'pull_request', true],
    ['*_request', 'pull_request', true],
    ['p*l*t', 'pull_request', true],
    ['*', '', true],
    ['ab*ba', 'aba', false],
    ['a*b*b', 'ab', false],
  ])('%s and %s: %j', (pattern, text, expected) => {
    expect(matchesPattern(pattern, text)).toBe(expected);
  });

  it('is what a regular expression with the same meaning finds', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.'), maxLength: 8 });
    fc.assert(
      fc.property(short, short, (pattern, text) => {
        const expected = new RegExp(
          `^${pattern
            .split('*')
            .map((part) => part.replaceAll('.', '\\.'))
            .join('.*')}$`,
        ).test(text);
        expect(matchesPattern(pattern, text)).toBe(expected);
      }),
    );
  });
});
